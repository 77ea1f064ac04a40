/** The limits of a flight log entry: characters of its text, hours of each phase. No zod, so that pages stay small. */
export const logLimits = { text: 600, minHours: 0, maxHours: 100 } as const;

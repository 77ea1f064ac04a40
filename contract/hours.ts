/**
 * The limits of one entry of the flight log: the characters of its text, and the hours of each phase. This module does
 * not import zod, so that pages that need only these limits stay small.
 */
export const logLimits = { text: 600, minHours: 0, maxHours: 100 } as const;

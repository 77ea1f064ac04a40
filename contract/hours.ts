/** Hours of a pod. Without zod, so that a page that needs only these stays small. */

/** Limits of one entry of the flight log: two or three sentences, and the hours of each phase. */
export const logLimits = { text: 600, hours: 100 } as const;

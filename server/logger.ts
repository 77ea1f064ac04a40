import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** JSON lines on standard output. */
export const createLogger = (
  level: Config['logLevel'],
  destination: DestinationStream = pino.destination(1),
): Logger => pino({ level, base: null, serializers: { err: errorLine } }, destination);

/**
 * What an error may say in the log, listed by name: a driver's own errors carry the values of the row, and those
 * are somebody's.
 */
function errorLine(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return { type: name, message, code: code ?? errcode, stack };
}

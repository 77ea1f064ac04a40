import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Creates a logger that writes one line of JSON for each entry. */
export const createLogger = (level: Config['logLevel'], destination: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: errorLine } }, destination);

/**
 * Returns the fields of an error that are logged. All other fields are left out, because errors of database drivers
 * contain values of the row, which are private.
 */
function errorLine(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return { type: name, message, code: code ?? errcode, stack };
}

import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

export const createLogger = (level: Config['logLevel'], destination: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: errorLine } }, destination);

/**
 * Returns the fields of an error that are logged. Other fields are left out: in errors of database drivers, they
 * contain private values of a row.
 */
function errorLine(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return { type: name, message, code: code ?? errcode, stack };
}

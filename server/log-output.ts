import { fstatSync, write as writeFile } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Accepts log lines. `write` never throws and never blocks. Lines that cannot be written, or that arrive while the
 * buffer is full, are dropped and counted. The next successful write begins with a line that has their number.
 */
export interface LogOutput {
  /** Accepts whole lines, each with its newline. */
  write(lines: string): void;
  /** Resolves when all lines are written, or when the time is over. */
  drain(milliseconds: number): Promise<void>;
}

/** Writes as many of the bytes as possible. Resolves with the number of written bytes and never rejects. */
export type Sink = (bytes: Uint8Array) => Promise<number>;

/** Milliseconds for which lines are collected before a write. Also the pause before a retry on a full terminal. */
const batchDelay = 20;

/** Bytes of a buffer, enough for some thousand lines. There are two: one is filled while the other is written. */
const defaultCapacity = 512 * 1024;

const newline = 10;

export function createLogOutput(sink: Sink, capacity = defaultCapacity): LogOutput {
  let filling = Buffer.allocUnsafe(capacity);
  let writing = Buffer.allocUnsafe(capacity);
  let end = 0;
  let dropped = 0;
  /** True if the last write ended in the middle of a line. */
  let isTorn = false;
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> | undefined;

  function write(lines: string): void {
    // A UTF-16 code unit takes at most three bytes in UTF-8. This quick test avoids most calls of `byteLength`.
    if (lines.length * 3 > capacity - end && Buffer.byteLength(lines) > capacity - end) {
      dropped += countLines(Buffer.from(lines));
      return;
    }
    end += filling.write(lines, end);
    if (!underway) timer ??= setTimeout(flush, batchDelay);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underway ??= writeOut().finally(() => {
      underway = undefined;
      if (end > 0) timer ??= setTimeout(flush, batchDelay);
    });
    return underway;
  }

  async function writeOut(): Promise<void> {
    const lines = filling.subarray(0, end);
    [filling, writing] = [writing, filling];
    end = 0;
    const reported = dropped;
    const note = Buffer.from(reported > 0 ? `${isTorn ? '\n' : ''}${lossLine(reported)}` : '');
    const bytes = reported > 0 ? Buffer.concat([note, lines]) : lines;
    const written = await sink(bytes);
    if (written >= note.length) dropped -= reported;
    dropped += countLines(bytes.subarray(Math.max(written, note.length)));
    if (written > 0) isTorn = bytes[written - 1] !== newline;
  }

  async function writeAll(): Promise<void> {
    while (underway || end > 0) await flush();
  }

  return {
    write,
    drain: (milliseconds) =>
      Promise.race([writeAll(), wait(milliseconds, undefined, { ref: false })]),
  };
}

/** Returns the line about dropped lines in the format of pino, as a warning. */
const lossLine = (dropped: number) =>
  `{"level":40,"time":${Date.now()},"dropped":${dropped},"msg":"log lines could not be written"}\n`;

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

/**
 * Returns the sink for standard output. On POSIX, `process.stdout` writes asynchronously to a pipe or a socket, but
 * synchronously to a file or a terminal. For a file or a terminal, the sink uses `fs.write`, in Node's thread pool.
 */
export function standardOutput(): Sink {
  const kind = fstatSync(1);
  if (!kind.isFIFO() && !kind.isSocket()) return writeToDescriptor;
  // The callback of each write also gets the error. An 'error' event without a listener would end the process.
  process.stdout.on('error', () => {});
  return (bytes) =>
    new Promise((resolve) =>
      process.stdout.write(bytes, (error) => resolve(error ? 0 : bytes.length)),
    );
}

async function writeToDescriptor(bytes: Uint8Array): Promise<number> {
  let written = 0;
  while (written < bytes.length) {
    const { code, count } = await writeOnce(bytes.subarray(written));
    written += count;
    // Another process has made the terminal non-blocking, and its buffer is full.
    if (code === 'EAGAIN') await wait(batchDelay);
    else if (code || count === 0) break;
  }
  return written;
}

const writeOnce = (bytes: Uint8Array) =>
  new Promise<{ code: string | undefined; count: number }>((resolve) =>
    writeFile(1, bytes, (error, count) => resolve({ code: error?.code, count: error ? 0 : count })),
  );

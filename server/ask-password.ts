import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Malformed } from './errors.ts';

/** More than any password has, in bytes. */
const mostBytes = 4096;

/**
 * Asks for a new password twice on the terminal, without showing it; or reads the first line of standard input. It is
 * never an argument: other users of the machine can read those.
 */
export async function askNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine();
  const password = await askHidden('New password: ');
  if (password !== (await askHidden('Once more: '))) {
    throw new Malformed('The two passwords are not the same. Nothing was changed.');
  }
  return password;
}

async function readFirstLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.includes('\n') || text.length > mostBytes) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** The terminal shows what it gets from us, and we write nothing back. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise<string>((resolve, reject) => {
    const stopped = () => reject(new Malformed('Stopped. Nothing was changed.'));
    lines.once('SIGINT', stopped);
    lines.once('close', stopped);
    lines.once('line', resolve);
  }).finally(() => {
    lines.close();
    process.stderr.write('\n');
  });
}

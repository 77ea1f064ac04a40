import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Malformed } from './errors.ts';

/** `readFirstLine` stops reading after this many characters. A password has at most 200. */
const mostCharacters = 4096;

/**
 * Asks for a new password twice on the terminal, without showing it. If standard input is not a terminal, reads its
 * first line instead. The password is never a command-line argument: other users of the machine can read arguments.
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
    if (text.includes('\n') || text.length > mostCharacters) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** Reads a line without showing it: `readline` echoes the typed characters into a stream that discards them. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise<string>((resolve, reject) => {
    const refuse = () => reject(new Malformed('Stopped. Nothing was changed.'));
    lines.once('SIGINT', refuse);
    lines.once('close', refuse);
    lines.once('line', resolve);
  }).finally(() => {
    lines.close();
    process.stderr.write('\n');
  });
}

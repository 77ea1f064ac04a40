import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { SiteConfig } from './contract/site-config.ts';
import { z } from './contract/zod.ts';

/**
 * `npm run setup` asks for the ten values that every lab must choose, and writes them into site.config.ts. An empty
 * answer keeps the old value. All other values are edited in that file.
 */

const { name, language, tagline, description, email, inception, chat, hours } = SiteConfig.shape;
const number = (schema: z.ZodType<number, number>) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(schema);

/**
 * `before` is a regular expression for the text before the value, at the start of a line. The value is a string in
 * single quotes or a number.
 */
const questions: [question: string, before: string, schema: z.ZodType][] = [
  ['The name of the lab', 'const name = ', name],
  ['The language of your words, as a tag like en or de', '  language: ', language],
  ['A tagline, as in the title of the home page', '  tagline: ', tagline],
  ['The lab in one or two sentences', '  description:\\s+', description],
  ['Its e-mail address', '  email: ', email],
  ['The month it began, like 2025-06', '  inception: ', inception],
  ['The chat in which applicants have a handle', '  chat: ', chat],
  ['Hours for an MVP', '  mvp: ', number(hours.shape.mvp)],
  ['Hours a week that an applicant needs', '  availability: ', number(hours.shape.availability)],
  ['Hours within which messages are answered', '  answer: ', number(hours.shape.answer)],
];

const [file = 'site.config.ts'] = process.argv.slice(2);
let source = await readFile(file, 'utf8');
const valueAfter = (before: string) => new RegExp(`(?<=\n${before})('(?:[^'\\\\]|\\\\.)*'|\\d+)`);
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const lines = terminal[Symbol.asyncIterator]();

/** Asks until the answer is valid. Returns undefined for an empty answer, which keeps the value. */
async function ask(question: string, old: string, schema: z.ZodType): Promise<string | undefined> {
  for (;;) {
    process.stdout.write(`${question} [${old}]: `);
    const { value, done } = await lines.next();
    if (done) throw new Error('Stopped. Nothing was changed.');
    const answer = value.trim();
    if (answer === '') return undefined;
    const parsed = schema.safeParse(answer);
    if (parsed.success) return answer;
    console.log(`  ${parsed.error.issues[0]?.message}`);
  }
}

try {
  for (const [question, before, schema] of questions) {
    const literal = source.match(valueAfter(before))?.[0];
    if (literal === undefined) throw new Error(`There is no "${before.trim()}" in ${file}.`);
    const isText = literal.startsWith("'");
    const old = isText ? literal.slice(1, -1).replace(/\\(.)/g, '$1') : literal;
    const answer = await ask(question, old, schema);
    if (answer === undefined) continue;
    const written = isText ? `'${answer.replace(/['\\]/g, '\\$&')}'` : answer;
    source = source.replace(valueAfter(before), () => written);
  }
  await writeFile(file, source);
  console.log(
    `\nWritten to ${file}. Links, lists and words are there, too. See it with: npm start`,
  );
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  terminal.close();
}

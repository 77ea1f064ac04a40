/**
 * `npm run bench`: speed beside bare servers. With a word: `growth`, how cost grows with the data; `slow-disk`, what
 * visitors notice of a slow disk; `instances`, what a second process costs; `similar`, how long it takes to find similar ideas.
 */
const word = process.argv[2] ?? 'run';
if (!['run', 'growth', 'slow-disk', 'instances', 'similar'].includes(word)) {
  throw new Error(`There is no benchmark named ${word}.`);
}
await import(`./${word}.ts`);

/**
 * `npm run bench` compares the speed of the site with bare servers. `npm run bench -- <name>` runs another benchmark:
 * `growth` measures how the cost grows with the amount of data; `slow-disk`, how a slow disk delays visitors;
 * `instances`, what a second process costs; `similar`, how long the search for similar ideas takes.
 */
const word = process.argv[2] ?? 'run';
if (!['run', 'growth', 'slow-disk', 'instances', 'similar'].includes(word)) {
  throw new Error(`There is no benchmark named ${word}.`);
}
await import(`./${word}.ts`);

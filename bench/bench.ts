/** `npm run bench`: speed beside bare servers. `npm run bench -- growth`: how cost grows with the data. */
await import(process.argv[2] === 'growth' ? './growth.ts' : './run.ts');

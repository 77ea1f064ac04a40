import cluster, { type Worker } from 'node:cluster';

/**
 * Several processes behind one port, each a whole server. This one serves nothing: it starts them, starts a
 * new one in place of one that dies, and passes a stop on.
 */
export function runWorkers(count: number, onReady: (message: unknown) => void): void {
  const ready = new Set<Worker>();
  let stopping = false;
  let code = 0;

  cluster.on('message', (worker, message) => {
    ready.add(worker);
    onReady(message);
  });
  cluster.on('exit', (worker, exitCode, signal) => {
    const wasReady = ready.delete(worker);
    if (!stopping && (wasReady || ready.size > 0)) {
      process.stderr.write(`A worker ended (${signal ?? exitCode}); another takes its place.\n`);
      // One that could not even start is not tried again and again without a pause.
      setTimeout(() => !stopping && cluster.fork(), wasReady ? 0 : 1000);
      return;
    }
    // Where none could start, the next would not either: it has said why.
    if (!stopping) {
      code = exitCode || 1;
      stop('SIGTERM');
    }
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(code);
  });

  function stop(signal: NodeJS.Signals): void {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    setTimeout(() => process.exit(code), 12_000).unref();
  }
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGTERM'));

  for (let number = 0; number < count; number += 1) cluster.fork();
}

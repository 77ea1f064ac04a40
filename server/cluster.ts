import cluster, { type Worker } from 'node:cluster';
import { createRelay } from './metrics/exchange.ts';

/**
 * Runs `count` worker processes behind one port, each a whole server. The primary process serves no requests. It starts
 * the workers, replaces a worker that ends, relays metrics between workers, and stops them with SIGTERM.
 */
export function runWorkers(count: number, onReady: (message: unknown) => void): void {
  const ready = new Set<Worker>();
  const relay = createRelay();
  let hasStarted = false;
  let isStopping = false;
  let code = 0;

  cluster.on('message', (worker, message) => {
    if (relay(worker, message)) return;
    ready.add(worker);
    hasStarted = true;
    onReady(message);
  });
  cluster.on('exit', (worker, exitCode, signal) => {
    const wasReady = ready.delete(worker);
    if (!isStopping && hasStarted) {
      process.stderr.write(`A worker ended (${signal ?? exitCode}); another one is started.\n`);
      // Waits a second after a worker that never became ready, so that failing starts do not form a busy loop.
      setTimeout(() => !isStopping && cluster.fork(), wasReady ? 0 : 1000);
      return;
    }
    // If no worker was ever ready, the next one would fail as well. The failed worker has written the reason.
    if (!isStopping) {
      code = exitCode || 1;
      stop('SIGTERM');
    }
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(code);
  });

  function stop(signal: NodeJS.Signals): void {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    setTimeout(() => {
      // A worker that hangs must not outlive this process.
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
      process.exit(code);
    }, 12_000).unref();
  }
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGTERM'));

  for (let number = 0; number < count; number += 1) cluster.fork();
}

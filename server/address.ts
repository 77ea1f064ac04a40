/**
 * The address a request came from. Each trusted proxy appends the address it saw to
 * X-Forwarded-For, so with `hops` proxies of our own the entry that counts is the `hops`-th from the
 * end; whatever stands before it was written by the client.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  hops: number,
): string {
  const socket = socketAddress ?? '';
  if (hops === 0 || !forwardedFor) return socket;
  const seen = forwardedFor.split(',').map((entry) => withoutPort(entry.trim()));
  return seen.at(-hops) || seen[0] || socket;
}

/** Some proxies write `203.0.113.9:51234` and `[2001:db8::1]:51234`: each connection has another port. */
const withoutPort = (entry: string) =>
  entry.match(/^(\d+\.\d+\.\d+\.\d+):\d+$/)?.[1] ?? entry.match(/^\[(.+)\](:\d+)?$/)?.[1] ?? entry;

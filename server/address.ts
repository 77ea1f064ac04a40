/**
 * Returns the IP address of the client. Each trusted proxy appends the IP address of its own peer to X-Forwarded-For,
 * so with `hops` trusted proxies the `hops`-th entry from the end is the client. Earlier entries may be forged.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  hops: number,
): string {
  const socket = socketAddress ?? '';
  if (hops === 0 || !forwardedFor) return socket;
  const addresses = forwardedFor.split(',').map((entry) => withoutPort(entry.trim()));
  return addresses.at(-hops) || addresses[0] || socket;
}

/** Removes the port that some proxies write, as in `203.0.113.9:51234` and `[2001:db8::1]:51234`. */
const withoutPort = (entry: string) =>
  entry.match(/^(\d+\.\d+\.\d+\.\d+):\d+$/)?.[1] ?? entry.match(/^\[(.+)\](:\d+)?$/)?.[1] ?? entry;

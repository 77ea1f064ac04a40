/** Returns 128 random bits as hex. `crypto.randomUUID` does not exist on a site that is served without TLS. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

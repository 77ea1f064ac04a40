/** Returns 128 random bits as hex. `crypto.randomUUID` exists only in secure contexts (TLS or localhost). */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The alphabet of Base32 (RFC 4648). Authenticator apps read secrets in Base32 without padding. */
export const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes a text that has only characters of `base32Alphabet`. */
export function decodeBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    // At most 7 bits are left over, and 5 are added: the mask keeps these 12 bits and drops the bits that were used.
    value = ((value << 5) | base32Alphabet.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    // At most 4 bits are left over, and 8 are added: the mask keeps these 12 bits and drops the bits that were used.
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32Alphabet[(value >> bits) & 31];
    }
  }
  return text;
}

import fc from 'fast-check';

/** Any code point, also a half of a surrogate pair. The unit `binary` of fast-check would take a second to create. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .map((code) => String.fromCodePoint(code));

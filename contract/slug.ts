const longest = 80;

/**
 * Returns the slug of a text: "Été à Łódź!" becomes "ete-a-lodz". Letters of scripts other than Latin stay, in lower
 * case. Returns `fallback` if the text has neither letters nor digits.
 */
export function slugOf(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .replace(/[øØłŁßæÆœŒđĐ]/g, (letter) => latin[letter] ?? letter)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
    .toWellFormed()
    .replaceAll('\ufffd', '');
  return slug || fallback;
}

const latin: Record<string, string> = {
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  ß: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  đ: 'd',
  Đ: 'd',
};

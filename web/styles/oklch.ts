/** A colour in linear sRGB. Each part is from 0 to 1. */
export type Colour = [red: number, green: number, blue: number];

/** Converts OKLCH to linear sRGB (CSS Color 4), and clips the parts. */
function fromOklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part))) as Colour;
}

const themes = {
  light: /\n:root \{\n {2}color-scheme: light;([\s\S]*?)\n\}/,
  dark: /\[data-theme="dark"\] \{([\s\S]*?)\n {2}\}/,
};

/** Returns the oklch() colours of a theme in site.tokens.css, by name. */
export function coloursOf(css: string, theme: keyof typeof themes): Map<string, Colour> {
  const block = css.match(themes[theme])?.[1] ?? '';
  const declarations = block.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...declarations].map(([, name = '', l, c, h]) => [
      name,
      fromOklch(Number(l), Number(c), Number(h)),
    ]),
  );
}

export function toHex(colour: Colour): `#${string}` {
  const parts = colour.map((linear) => {
    const part = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(part * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

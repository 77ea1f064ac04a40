import type MarkdownIt from 'markdown-it';
import { decorative, readPicturePath, srcsetOf } from '#contract/picture-path.ts';

/** The `sizes` attribute of a picture in an article: the text column is as wide as `--measure` in site.tokens.css. */
const sizes = '(min-width: 44rem) 41rem, 100vw';

/**
 * Renders the pictures of articles. A picture that is alone in its paragraph becomes a `<figure>`, with its title as
 * the caption. For an uploaded picture, its width and height let browsers reserve the space, and `srcset` lets them
 * load the file that fits.
 */
export function pictures(markdown: InstanceType<typeof MarkdownIt>): void {
  const { escapeHtml } = markdown.utils;

  markdown.core.ruler.push('figures', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      const [open, close] = [tokens[at - 1], tokens[at + 1]];
      const [picture, ...others] = token.children ?? [];
      if (open?.type !== 'paragraph_open' || picture?.type !== 'image' || others.length > 0)
        continue;
      // The paragraphs of a tight list are hidden: they render without tags.
      if (!close || open.hidden) continue;
      open.tag = 'figure';
      close.tag = 'figure';
      picture.meta = { isFigure: true };
    }
  });

  markdown.renderer.rules.image = (tokens, at, options, env, self) => {
    const token = tokens[at];
    if (!token) return '';
    const src = String(token.attrGet('src'));
    const title = String(token.attrGet('title') ?? '');
    const isCaption = token.meta?.isFigure && title;
    const uploaded = readPicturePath(src);
    const words = self.renderInlineAsText(token.children ?? [], options, env);
    const attributes = {
      src,
      ...(uploaded && { srcset: srcsetOf(uploaded, 'webp'), sizes }),
      ...(uploaded && { width: String(uploaded.width), height: String(uploaded.height) }),
      alt: uploaded && words.trim().toLowerCase() === decorative ? '' : words,
      ...(title && !isCaption && { title }),
      loading: 'lazy',
      decoding: 'async',
    };
    const attributeHtml = Object.entries(attributes).map(
      ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
    );
    const img = `<img${attributeHtml.join('')}>`;
    const avif =
      uploaded &&
      `<source type="image/avif" srcset="${srcsetOf(uploaded, 'avif')}" sizes="${sizes}">`;
    const caption = isCaption ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
    return (avif ? `<picture>${avif}${img}</picture>` : img) + caption;
  };
}

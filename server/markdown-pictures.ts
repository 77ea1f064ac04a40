import type MarkdownIt from 'markdown-it';
import { decorative, readPicturePath, srcsetOf } from '#contract/picture-path.ts';

/** The `sizes` attribute of a picture in an article: the width of the text column in site.tokens.css. */
const sizes = '(min-width: 44rem) 41rem, 100vw';

/**
 * Renders the pictures of articles. A picture that is alone in its paragraph becomes a `<figure>`, with its title as
 * the caption. An uploaded picture gets its width and height and a `srcset`, so that browsers reserve the space and
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
    const named = readPicturePath(src);
    const words = self.renderInlineAsText(token.children ?? [], options, env);
    const attributes = {
      src,
      ...(named && { srcset: srcsetOf(named, 'webp'), sizes }),
      ...(named && { width: String(named.width), height: String(named.height) }),
      alt: named && words.trim().toLowerCase() === decorative ? '' : words,
      ...(title && !isCaption && { title }),
      loading: 'lazy',
      decoding: 'async',
    };
    const written = Object.entries(attributes).map(
      ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
    );
    const img = `<img${written.join('')}>`;
    const avif =
      named && `<source type="image/avif" srcset="${srcsetOf(named, 'avif')}" sizes="${sizes}">`;
    const caption = isCaption ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
    return (avif ? `<picture>${avif}${img}</picture>` : img) + caption;
  };
}

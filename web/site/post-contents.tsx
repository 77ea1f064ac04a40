/** The headings of a rendered article, which the server gives an id: see server/markdown.ts. */
const headingPattern = /<h([23]) id="([^"]+)"[^>]*>(.*?)<\/h\1>/gs;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of rendered Markdown: only these four entities are in it. */
const textOf = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot);/g, (_, name) => entities[name] ?? '');

/** From this number of headings on, an article has contents. */
const fewestHeadings = 3;

/** The contents of a long article: links to its parts. */
export function PostContents({ html }: { html: string }) {
  const headings = [...html.matchAll(headingPattern)].map(([, level, id = '', inside = '']) => ({
    level,
    id,
    text: textOf(inside),
  }));
  if (headings.length < fewestHeadings) return null;
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <h2 className="label" id="toc-heading">
        Contents
      </h2>
      <ol>
        {headings.map(({ level, id, text }) => (
          <li key={id} data-level={level}>
            <a href={`#${encodeURIComponent(id)}`} dir="auto">
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

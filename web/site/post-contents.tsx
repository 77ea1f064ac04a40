/** Matches the headings of a rendered article. server/markdown.ts gives them ids. */
const headingPattern = /<h([23]) id="([^"]+)"[^>]*>(.*?)<\/h\1>/gs;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the plain text of rendered Markdown, whose only entities are `&amp;`, `&lt;`, `&gt;` and `&quot;`. */
const textOf = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot);/g, (_, name) => entities[name] ?? '');

const fewestHeadings = 3;

/** Shows the table of contents of an article with at least `fewestHeadings` headings. */
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

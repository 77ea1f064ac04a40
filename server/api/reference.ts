import { createHash } from 'node:crypto';
import type { OpenApi, Operation } from './openapi.ts';

/** Returns the API reference as one HTML page without scripts or external files, and its Content-Security-Policy. */
export function referencePage(document: OpenApi): { html: string; policy: string } {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const entries = rows.filter(({ operation }) => operation.tags.includes(name));
    return `<section aria-labelledby="${name}"><h2 id="${name}">${title(name)}</h2>
${entries.map(({ path, method, operation }) => entry(path, method, operation)).join('\n')}
</section>`;
  });
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<article class="shape" id="schema-${name}"><h3><code>${name}</code></h3>
${shape(schema as Schema)}</article>`,
  );
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Sections"><p><a href="/">${escapeHtml(document.info.title)}</a></p>
<ul>${[...document.tags.map(({ name }) => name), 'shapes']
    .map((name) => `<li><a href="#${name}">${title(name)}</a></li>`)
    .join('')}</ul>
<p><a href="/api/openapi.json">openapi.json</a></p></nav>
<main>
<h1>${escapeHtml(document.info.title)}</h1>
<p>JSON in, JSON out. Staff calls carry <code>Authorization: Bearer &lt;token&gt;</code>, which
<a href="#session">signing in</a> answers. Every error has the form
<a href="#schema-Error"><code>Error</code></a>.</p>
${sections.join('\n')}
<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>
${shapes.join('\n')}
</section>
</main>
</body>
</html>
`;
  return { html, policy };
}

const title = (name: string) => escapeHtml(name.charAt(0).toUpperCase() + name.slice(1));

function entry(path: string, method: string, operation: Operation): string {
  const { content, 'x-first-line': firstLine } = operation.requestBody ?? {};
  const body = (content?.['application/json']?.schema ?? firstLine) as Schema | undefined;
  const parameters = operation.parameters.map(
    ({ name, in: where, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}</td><td>${escapeHtml(description)}</td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, { description, content }]) => {
      const schema = (content as { 'application/json': { schema: Schema } } | undefined)?.[
        'application/json'
      ].schema;
      const what = schema && status < '300' ? ` ${typeOf(schema)}` : '';
      return `<tr><td><code>${status}</code></td><td>${escapeHtml(description)}${what}</td></tr>`;
    },
  );
  return `<article><h3><span class="method ${method}">${method.toUpperCase()}</span>
<code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}. <span class="access">${access(operation['x-access'])}</span></p>
${parameters.length > 0 ? `<table><tbody>${parameters.join('')}</tbody></table>` : ''}
${body ? `<p>Body: ${typeOf(body)}</p>` : ''}
<details><summary>Answers</summary><table><tbody>${responses.join('')}</tbody></table></details>
</article>`;
}

const access = (who: string) => {
  if (who === 'public') return 'For everybody';
  if (who === 'signed-in') return 'For everybody who is signed in';
  return `For roles that open <em>${escapeHtml(who)}</em>`;
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: string;
  items?: Schema;
  anyOf?: Schema[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${name}"><code>${name}</code></a>`;
  }
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(value)}</code>`).join(' · ');
  if (schema.const !== undefined) return `<code>"${escapeHtml(schema.const)}"</code>`;
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  return escapeHtml(schema.format ?? [schema.type ?? 'any'].flat().join(' or '));
}

function shape(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const required = schema.required?.includes(name) ? 'required' : 'optional';
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${typeOf(field)}</td><td>${[
      required,
      ...bounds(field),
    ].join(', ')}</td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function bounds(field: Schema): string[] {
  const text = field.anyOf?.find(({ maxLength }) => maxLength) ?? field;
  return [
    text.maxLength && `up to ${text.maxLength} characters`,
    field.maxItems && `up to ${field.maxItems} entries`,
    field.minimum !== undefined && field.maximum !== undefined
      ? `${field.minimum} to ${field.maximum}`
      : '',
    field.default !== undefined && field.default !== null
      ? `default <code>${escapeHtml(JSON.stringify(field.default))}</code>`
      : '',
  ].filter((bound): bound is string => Boolean(bound));
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; --line: light-dark(#ccd6d8, #2d3b42);
  --text: light-dark(#17262e, #eef5f3); --muted: light-dark(#4a5c64, #a9b8bb); --link: light-dark(#a3005f, #ff8cc4); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text);
  background: light-dark(#f4f8f7, #0f171b); display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; padding: 0; } nav li { margin: .15rem 0; } nav a { display: inline-block; padding: .2rem 0; }
main { padding: 2rem clamp(1.25rem, 4vw, 4rem) 6rem; max-width: 62rem; }
a { color: var(--link); text-underline-offset: .2em; }
a:focus-visible, summary:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; }
h1 { font-size: 2.25rem; margin: 0 0 1rem; } h2 { margin: 3.5rem 0 1rem; } h3 { font-size: 1rem; margin: 0; }
article { border: 1px solid var(--line); border-radius: 3px 16px 3px 3px; padding: 1rem 1.25rem; margin: 1rem 0; }
code { font: .875em ui-monospace, Menlo, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5rem; font: 700 .8rem ui-monospace, monospace; }
.access { color: var(--muted); } summary { cursor: pointer; padding: .25rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td { border-top: 1px solid var(--line); padding: .4rem .75rem .4rem 0; vertical-align: top; }
td:first-child { white-space: nowrap; width: 1%; } td:last-child { color: var(--muted); }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; padding-bottom: 0; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; } td { display: block; border: 0; padding: .1rem 0; }
  td:first-child { border-top: 1px solid var(--line); white-space: normal; width: auto; } }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

import { createContext, use } from 'react';
import { site } from '#contract/site/lab.ts';
import { ownLanguage } from '#contract/site/language.ts';

/** The site's canonical origin, the same on the server and in the browser. */
export const OriginContext = createContext('');

interface HeadProps {
  /** The title without the site's name. The home page leaves it out. */
  title?: string;
  description: string;
  /** The canonical path. Null for pages that must not be indexed: missing, private and search pages. */
  path: string | null;
  /** The path of the picture for link previews. */
  card?: string;
  type?: 'website' | 'article';
  /** Structured data: schema.org objects for JSON-LD. */
  data?: object[];
}

/** Renders the title and the metadata for search engines and link previews. React moves them into the <head>. */
export function Head({
  title,
  description,
  path,
  card = cardPath(path),
  type = 'website',
  data = [],
}: HeadProps) {
  const origin = use(OriginContext);
  const full = title ? `${title} · ${site.name}` : `${site.name}: ${site.tagline}`;
  return (
    <>
      <title lang={title ? undefined : ownLanguage}>{full}</title>
      <meta name="description" content={description} />
      {path === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={origin + path} />
          <meta property="og:url" content={origin + path} />
        </>
      )}
      {Object.entries({
        site_name: site.name,
        type,
        title: title ?? full,
        description,
        image: origin + card,
        'image:width': '1200',
        'image:height': '630',
        'image:alt': title ?? full,
      }).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      {/* Twitter takes title, description and picture from the og: tags. */}
      <meta name="twitter:card" content="summary_large_image" />
      {data.map((entry) => (
        <script
          key={JSON.stringify(entry)}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, with every "<" escaped
          dangerouslySetInnerHTML={{ __html: jsonForHtml({ '@context': schemaOrg, ...entry }) }}
        />
      ))}
    </>
  );
}

/**
 * Returns the path of a page's card (contract/card.ts). Pages that are not indexed have the card of the home page. The
 * server ignores `v`. It changes with the content, so that clients that cache pictures by URL fetch a changed card.
 */
export const cardPath = (path: string | null, version = 1) =>
  `${path === '/' || !path ? '' : path}/card.png?v=${version}`;

const schemaOrg = 'https://schema.org';

/** Escapes JSON so that it cannot close its script element. */
export const jsonForHtml = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

export const breadcrumbs = (origin: string, ...steps: [name: string, path: string][]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

export const organization = (origin: string) => ({
  '@type': 'Organization',
  name: site.name,
  url: origin,
  logo: `${origin}/icon-512.png`,
  email: site.email,
  foundingDate: site.inception,
  sameAs: site.social.map(({ url }) => url),
});

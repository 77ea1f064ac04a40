import { createContext, use } from 'react';
import { site } from '#contract/site/lab.ts';

/** The site's canonical origin, the same on the server and in the browser. */
export const OriginContext = createContext('');

interface HeadProps {
  /** Title without the site's name; left out on the home page. */
  title?: string;
  description: string;
  /** Left out when the page does not exist, which then is not indexed. */
  path: string | null;
  image?: string | null;
  type?: 'website' | 'article';
  /** Structured data, as schema.org says it. */
  data?: object[];
}

/** Title and metadata for search engines and link previews. React moves them into the document's head. */
export function Head({ title, description, path, image, type = 'website', data = [] }: HeadProps) {
  const origin = use(OriginContext);
  const full = title ? `${title} · ${site.name}` : `${site.name}: ${site.tagline}`;
  const picture = image ?? `${origin}/og.png`;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {path === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={origin + path} />
          <meta property="og:url" content={origin + path} />
        </>
      )}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? full} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={picture} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title ?? full} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={picture} />
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

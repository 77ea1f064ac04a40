import type { ReactNode } from 'react';
import { site } from '#site.config.ts';

interface DocumentProps {
  scripts: string[];
  styles: string[];
  children: ReactNode;
}

/** The whole page, from <html> down. The server renders it, the browser takes it over. */
export function Document({ scripts, styles, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{site.name}</title>
        <meta name="description" content={site.description} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

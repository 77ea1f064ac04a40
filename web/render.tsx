import { prerender } from 'react-dom/static';
import { Document } from './document.tsx';
import { Home } from './site/home.tsx';

interface PageRequest {
  path: string;
  read(path: string): Promise<unknown>;
  scripts: string[];
  styles: string[];
}

export async function render({ path, scripts, styles }: PageRequest) {
  const { prelude } = await prerender(
    <Document scripts={scripts} styles={styles}>
      <Home />
    </Document>,
  );
  return { status: path === '/' ? 200 : 404, html: await new Response(prelude).text() };
}

import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The chunks that several pages share. A few large files compress better than many small ones. */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam)\/|vite\/preload-helper/,
    priority: 3,
  },
  {
    name: 'form',
    test: /web\/ui\/(form|field|draft|tab-storage|copy-field)|web\/site\/(submission|sent\.|receipt-link|form-page|private-page|dialog-form|trap)|web\/api\/submit|contract\/site\/forms/,
    priority: 2,
  },
  {
    name: 'rules',
    test: /node_modules\/zod|contract\/(zod|fields|application|contact|idea|message|press|follow)\.ts/,
    priority: 2,
  },
  {
    name: 'lists',
    test: /web\/(site\/list-|ui\/search-box)/,
    priority: 2,
  },
  {
    name: 'searches',
    test: /web\/(site\/results|api\/steady-query|ui\/count-text)/,
    priority: 2,
  },
  {
    name: 'programme',
    test: /contract\/site\/workflow/,
    priority: 2,
  },
  {
    name: 'posts',
    test: /web\/site\/post-/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'shared',
    test: /web\/(?!admin)|lucide|site\.config|contract\//,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'address', test: /contract\/(slug|idea-path)/, priority: 2 },
  {
    name: 'lineage',
    test: /web\/site\/(lineage|neighbours|same-wish)\.tsx/,
    priority: 2,
  },
  {
    name: 'object',
    test: /web\/site\/(object-head|share-link|fact|flight-log|fuel)\.tsx|web\/ui\/spent-hours|contract\/hours|icons\/(share-2|link-2)\./,
    priority: 2,
  },
  {
    name: 'staff',
    test: /web\/admin\/(parts\/|session)|web\/ui\/infinite-scroll|contract\/(picture|(access|inbox|manuscript-states|user|entrance|base32|second-factor|invitation|time-zone)\.ts)|icons\/(arrow-up|download|eye|eye-off|image-plus|key-round|keyboard|notebook-pen|sliders-horizontal|upload)\./,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'first',
    test: /web\/(site\/(blog-states|ideas-states|missing)|ui\/theme-toggle|theme)/,
    priority: 2,
  },
];

/**
 * Evaluates the modules of contract/site (values of site.config.ts) and web/styles/token-colours.ts (colours of
 * site.tokens.css), and replaces each module by the values that it exports. A page then loads only the values that it
 * uses.
 */
const siteParts: Plugin = {
  name: 'site-parts',
  apply: 'build',
  async load(id) {
    if (!/\/(contract\/site\/\w+|web\/styles\/token-colours)\.ts$/.test(id)) return;
    const values = Object.entries(await import(pathToFileURL(id).href));
    return values
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
};

/**
 * Configures four bundles. `client` is the browser's code, split by page. `head` is the inline script of each page.
 * `ssr` renders the pages. `server` is the server with its packages: the bundle starts in half the time of the
 * unbundled sources, with half the memory.
 */
export default defineConfig(({ command }) => ({
  // With this value packages such as React use their production code, in the browser and on the server.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [react(), siteParts],
  // The shim is for old versions of React. The current one exports `useSyncExternalStore` itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  publicDir: false,
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'web/hydrate.tsx',
          output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
        },
      },
    },
    head: {
      consumer: 'client',
      build: {
        outDir: 'dist/head',
        modulePreload: false,
        rolldownOptions: {
          input: 'web/head-script.ts',
          output: { format: 'iife', entryFileNames: 'script.js' },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/web',
        rolldownOptions: {
          input: {
            render: 'web/render.tsx',
            describe: 'web/describe.ts',
            card: 'web/card/card.ts',
          },
        },
      },
      // The build also bundles the packages. In development Node loads them from node_modules.
      resolve: command === 'build' ? { noExternal: true } : {},
    },
    server: {
      consumer: 'server',
      build: {
        outDir: 'dist/server',
        rolldownOptions: {
          input: {
            start: 'server/start.ts',
            commands: 'server/commands.ts',
            'article-worker': 'server/article-worker.ts',
            'picture-encoder': 'server/pictures/encoder.ts',
            'sqlite-worker': 'server/store/sqlite-worker.ts',
            'render-worker': 'server/pages/render-worker.ts',
          },
          external: ['vite', 'pg-native', 'sharp'],
        },
      },
      resolve: { noExternal: true },
    },
  },
}));

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Few files compress better than many: what every page needs, what forms need, what pages share. */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam)\/|vite\/preload-helper/,
    priority: 3,
  },
  {
    name: 'form',
    test: /web\/ui\/(form|field|tab-storage)|web\/site\/(submission|sent|form-page)|web\/api\/submit/,
    priority: 2,
  },
  {
    name: 'rules',
    test: /node_modules\/zod|contract\/(fields|application|contact|idea)\.ts|web\/ui\/zod/,
    priority: 2,
  },
  {
    name: 'shared',
    test: /web\/(?!admin)|lucide|site\.config|contract\//,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'first',
    test: /web\/(site\/(blog-states|ideas-states|missing)|ui\/theme-toggle|theme)/,
    priority: 2,
  },
];

/**
 * Three bundles: what the browser loads, split by page; the renderer of the pages; and the server, in one
 * file, because it starts in half the time and memory that its sources and packages take.
 */
export default defineConfig(({ command }) => ({
  // Packages choose their own production build by this, on the server as well.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [react(), tailwindcss()],
  // React has had its own for long.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  publicDir: false,
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'web/client.tsx',
          output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/web',
        rolldownOptions: { input: { render: 'web/render.tsx' } },
      },
      // Bundled it needs no packages beside it; in development Node reads them as they are.
      resolve: command === 'build' ? { noExternal: true } : {},
    },
    server: {
      consumer: 'server',
      build: {
        outDir: 'dist/server',
        rolldownOptions: { input: { start: 'server/start.ts' }, external: ['vite', 'pg-native'] },
      },
      resolve: { noExternal: true },
    },
  },
}));

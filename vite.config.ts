import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Three bundles: what the browser loads, split by page; the renderer of the pages; and the server, in one
 * file, because it starts in half the time and memory that its sources and packages take.
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: false,
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { input: 'web/client.tsx' },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/web',
        rolldownOptions: { input: { render: 'web/render.tsx' } },
      },
      resolve: { noExternal: true },
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
});

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One client bundle, split by page, and one renderer for the server. web/build.ts builds both. */
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
        outDir: 'dist/server',
        rolldownOptions: { input: { render: 'web/render.tsx' } },
      },
    },
  },
});

import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { root } from './root.ts';

/** The entry of `npm start`, bundled. Node's compile cache makes the next start quicker. */
enableCompileCache(path.join(root, 'dist/cache'));
await import('./main.ts');

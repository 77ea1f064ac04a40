import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { root } from './root.ts';

/** The bundle of this file is the entry point of `npm start`. Node's compile cache makes the next start faster. */
enableCompileCache(path.join(root, 'dist/cache'));
await import('./main.ts');

import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { root } from './root.ts';

/** What `npm start` runs, bundled. Compiled code is kept, so that the next start is quicker still. */
enableCompileCache(path.join(root, 'dist/cache'));
await import('./main.ts');

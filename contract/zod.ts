import { z } from 'zod';

/**
 * The `z` of zod, with the setting `jitless` in browsers. The browser and the server build all schemas with this `z`.
 *
 * By default zod compiles the schema of an object with eval. The Content-Security-Policy of the pages forbids eval, and
 * the browser would report the attempt. The setting applies to schemas that are created later, so no other module
 * imports zod: tests/layers.ts checks that.
 */
z.config({ jitless: 'document' in globalThis });

export { z };

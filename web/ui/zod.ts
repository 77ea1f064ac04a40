import { z } from 'zod';

// Without `jitless` zod tries eval, and the browser reports a violation of the Content-Security-Policy. Modules that
// load the schemas of a form import this module first.
z.config({ jitless: true });

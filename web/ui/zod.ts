import { z } from 'zod';

// The Content-Security-Policy forbids eval. Without `jitless` zod tries eval for the first schema of an object, and the
// browser reports a violation. So a file that loads the schemas of a form imports this one first.
z.config({ jitless: true });

import { z } from 'zod';

// The Content-Security-Policy forbids eval. Without `jitless` zod tries eval once, and the browser reports a violation.
z.config({ jitless: true });

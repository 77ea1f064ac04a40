import { z } from 'zod';

// The page's policy forbids eval. Without this, zod tries it once, and the browser reports a violation.
z.config({ jitless: true });

import { z } from 'zod';

// No code made from strings: the page's policy forbids it, and trying would be reported.
z.config({ jitless: true });

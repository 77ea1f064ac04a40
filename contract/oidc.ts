import { z } from 'zod';

/** The ways to sign in. */
export const SignInWays = z
  .object({
    /** The name of the OpenID Connect provider; null where none is configured. */
    oidc: z.string().nullable(),
  })
  .meta({ id: 'SignInWays' });
export type SignInWays = z.infer<typeof SignInWays>;

/** A sign-in that begins. The browser keeps the ticket in its tab, and goes to the address of the provider. */
export const OidcStart = z.object({ url: z.url(), ticket: z.string() }).meta({ id: 'OidcStart' });
export type OidcStart = z.infer<typeof OidcStart>;

/** The answer of the provider, as the browser got it: the query of the callback's address. */
export const OidcAnswer = z
  .object({
    ticket: z.string({ error: 'Send the ticket.' }).max(100),
    query: z.string({ error: 'Send the query of the address.' }).max(8000),
  })
  .meta({ id: 'OidcAnswer' });
export type OidcAnswer = z.infer<typeof OidcAnswer>;

import { z } from './zod.ts';

/** The ways to sign in without a password. */
export const SignInWays = z
  .object({
    /** The name of the OpenID Connect provider; null if none is configured. */
    oidc: z.string().nullable(),
  })
  .meta({ id: 'SignInWays' });
export type SignInWays = z.infer<typeof SignInWays>;

/**
 * The response that begins a sign-in. The browser goes to `url`, the authorization URL of the provider, and keeps
 * `ticket` in sessionStorage. The ticket has the time of the start and a random secret, from which the server derives
 * the state, the nonce and the PKCE verifier.
 */
export const OidcStart = z.object({ url: z.url(), ticket: z.string() }).meta({ id: 'OidcStart' });
export type OidcStart = z.infer<typeof OidcStart>;

/** The request to complete a sign-in. `query` is the query string with which the provider redirected the browser. */
export const OidcAnswer = z
  .object({
    ticket: z.string({ error: 'Send the ticket.' }).max(100),
    query: z.string({ error: 'Send the query string of the callback URL.' }).max(8000),
  })
  .meta({ id: 'OidcAnswer' });
export type OidcAnswer = z.infer<typeof OidcAnswer>;

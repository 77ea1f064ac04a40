import { createHmac, randomBytes } from 'node:crypto';
import * as openid from 'openid-client';
import type { Logger } from 'pino';
import { signedOutPages } from '#contract/entrance.ts';
import type { OidcAnswer, OidcStart } from '#contract/oidc.ts';
import type { OidcConfig } from './config.ts';
import { Refusal, Unauthorized } from './errors.ts';
import { limitInFlight } from './slots.ts';

/** Signs people in through OpenID Connect: authorization code flow with state, nonce and PKCE (decision 047). */
export interface Oidc {
  /** The name of the provider in the button "Sign in with …". */
  name: string;
  /** Returns the URL to redirect to, and the ticket that the browser keeps for `finish`. */
  start(now: Date): Promise<OidcStart>;
  /** Redeems the authorization code. Resolves with the e-mail address if the provider has verified it. */
  finish(answer: OidcAnswer, now: Date): Promise<string | undefined>;
}

/** Seconds in which the provider must answer each request. */
const timeout = 5;
/** Maximum number of calls of `start`, and of calls of `finish`, in flight. The next call is refused with 503. */
const atOnce = 20;
/** Milliseconds after `start` in which `finish` must be called. */
const ticketLasts = 15 * 60_000;
/** Milliseconds after which the discovery document of the provider is read again. */
const discoveryLasts = 60 * 60_000;

export function createOidc(config: OidcConfig, origin: string, logger: Logger): Oidc {
  const redirectUri = `${origin}${signedOutPages.callback}`;
  const provider = cacheDiscovery(config);

  /**
   * Limits how many calls of `work` are in flight, and turns errors of the provider into a `Refusal`. Logs only the
   * code of an error, because its message may contain private values.
   */
  const wrapProviderCall = <Given extends unknown[], Value>(
    work: (...given: Given) => Promise<Value>,
    refusalOf: (error: unknown) => Refusal,
  ) =>
    limitInFlight(atOnce, (...given: Given) =>
      work(...given).catch((error) => {
        if (error instanceof Refusal) throw error;
        logger.warn({ code: codeOf(error) }, 'a sign-in with the provider failed');
        throw refusalOf(error);
      }),
    );

  return {
    name: config.name,

    start: wrapProviderCall(
      async (now) => {
        const ticket = `${now.getTime()}.${randomBytes(32).toString('base64url')}`;
        const { state, nonce, verifier } = deriveSecrets(ticket);
        const url = openid.buildAuthorizationUrl(await provider(now), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, ticket };
      },
      () => new ProviderAway(),
    ),

    finish: wrapProviderCall(
      async ({ ticket, query }, now) => {
        // The clock of the instance that made the ticket may be ahead, hence `abs`. `!(age < …)` also refuses NaN.
        const age = Math.abs(now.getTime() - Number(ticket.split('.')[0]));
        if (!(age < ticketLasts)) throw new Unauthorized(tookTooLong);
        const { state, nonce, verifier } = deriveSecrets(ticket);
        const current = new URL(redirectUri);
        current.search = query;
        const described = await provider(now);
        const tokens = await openid.authorizationCodeGrant(described, current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Unauthorized(notCompleted);
        // Many providers return the e-mail address only from their userinfo endpoint.
        const facts =
          claims.email === undefined
            ? await openid.fetchUserInfo(described, tokens.access_token, claims.sub)
            : claims;
        const { email, email_verified: isVerified } = facts;
        return isVerified === true && typeof email === 'string' && email ? email : undefined;
      },
      (error) => (isAway(error) ? new ProviderAway() : new Unauthorized(notCompleted)),
    ),
  };
}

const notCompleted = 'The sign-in was not completed. Please try again.';
const tookTooLong = 'The sign-in took too long. Please try again.';

class ProviderAway extends Refusal {
  constructor() {
    super(503, 'The sign-in service does not answer. Try again, or sign in with your password.', {
      headers: { 'Retry-After': '10' },
    });
  }
}

/**
 * Derives the secrets of a sign-in from its ticket. The ticket stays in the tab that began the sign-in, and comes back
 * with `finish`. The provider gets state, nonce and PKCE verifier. None of the three reveals the ticket.
 */
function deriveSecrets(ticket: string): { state: string; nonce: string; verifier: string } {
  const part = (name: string) => createHmac('sha256', ticket).update(name).digest('base64url');
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier') };
}

/**
 * Returns the function that reads the discovery document of the provider. Calls share the result of one request, until
 * that request fails or is older than `discoveryLasts`.
 */
function cacheDiscovery({ issuer, clientId, clientSecret }: OidcConfig) {
  let cached: { at: number; described: Promise<openid.Configuration> } | undefined;
  const isPlain = issuer.startsWith('http:');
  return (now: Date): Promise<openid.Configuration> => {
    if (cached && now.getTime() - cached.at < discoveryLasts) return cached.described;
    const described = openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout,
      execute: [
        // Checks the signature of the ID token with the keys of the provider.
        openid.enableNonRepudiationChecks,
        ...(isPlain ? [openid.allowInsecureRequests] : []),
      ],
    });
    const candidate = { at: now.getTime(), described };
    cached = candidate;
    described.catch(() => {
      if (cached === candidate) cached = undefined;
    });
    return described;
  };
}

const codeOf = (error: unknown): string => {
  if (error instanceof openid.ResponseBodyError) return error.error;
  if (error instanceof openid.AuthorizationResponseError) return error.error;
  if (error instanceof openid.ClientError) return error.code ?? 'unknown';
  return error instanceof Error ? error.name : 'unknown';
};

/** Returns true if the provider sent no response or an invalid one. Without a connection, `fetch` throws TypeError. */
const isAway = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof openid.ClientError &&
    ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
      error.code ?? '',
    ));

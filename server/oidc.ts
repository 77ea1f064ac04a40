import { createHmac, randomBytes } from 'node:crypto';
import * as openid from 'openid-client';
import type { Logger } from 'pino';
import { entrances } from '#contract/entrance.ts';
import type { OidcAnswer, OidcStart } from '#contract/oidc.ts';
import type { OidcConfig } from './config.ts';
import { Refusal, Unauthorized } from './errors.ts';
import { limited } from './slots.ts';

/** Signs people in with an OpenID Connect provider: authorization code flow with state, nonce and PKCE (decision 047). */
export interface Oidc {
  /** For the button: "Sign in with …". */
  name: string;
  start(now: Date): Promise<OidcStart>;
  /** The e-mail address that the provider has verified; undefined if there is none. */
  finish(answer: OidcAnswer, now: Date): Promise<string | undefined>;
}

/** Seconds that the provider has for each answer. */
const timeout = 5;
/** How many sign-ins ask the provider at the same time. */
const atOnce = 20;
/** Milliseconds that somebody has to sign in at the provider. */
const ticketLasts = 15 * 60_000;
/** Milliseconds until the description of the provider is read again. */
const descriptionLasts = 60 * 60_000;

export function createOidc(config: OidcConfig, origin: string, logger: Logger): Oidc {
  const redirectUri = `${origin}${entrances.callback}`;
  const provider = describeOnce(config);

  /** Translates errors of the provider, and logs their code: their texts may hold values. */
  const asking = <Given extends unknown[], Value>(
    work: (...given: Given) => Promise<Value>,
    refusalOf: (error: unknown) => Refusal,
  ) =>
    limited(atOnce, (...given: Given) =>
      work(...given).catch((error) => {
        if (error instanceof Refusal) throw error;
        logger.warn({ code: codeOf(error) }, 'a sign-in with the provider failed');
        throw refusalOf(error);
      }),
    );

  return {
    name: config.name,

    start: asking(
      async (now) => {
        const ticket = `${now.getTime()}.${randomBytes(32).toString('base64url')}`;
        const { state, nonce, verifier } = partsOf(ticket);
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

    finish: asking(
      async ({ ticket, query }, now) => {
        // The clock of another instance may be ahead. NaN is no age.
        const age = Math.abs(now.getTime() - Number(ticket.split('.')[0]));
        if (!(age < ticketLasts)) throw new Unauthorized(tookTooLong);
        const { state, nonce, verifier } = partsOf(ticket);
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
        // Many providers tell the address only when they are asked with the access token.
        const told =
          claims.email === undefined
            ? await openid.fetchUserInfo(described, tokens.access_token, claims.sub)
            : claims;
        const { email, email_verified: isVerified } = told;
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
 * The secrets of a sign-in, all made from its ticket. The ticket stays in the tab that began the sign-in; only the state
 * and the nonce go to the provider, and neither gives the ticket.
 */
function partsOf(ticket: string): { state: string; nonce: string; verifier: string } {
  const part = (name: string) => createHmac('sha256', ticket).update(name).digest('base64url');
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier') };
}

/** Reads the description of the provider when it is first needed, once for all who wait, and again after a failure. */
function describeOnce({ issuer, clientId, clientSecret }: OidcConfig) {
  let last: { at: number; described: Promise<openid.Configuration> } | undefined;
  const isPlain = issuer.startsWith('http:');
  return (now: Date): Promise<openid.Configuration> => {
    if (last && now.getTime() - last.at < descriptionLasts) return last.described;
    const described = openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout,
      execute: [
        // Checks the signature of the ID token with the provider's keys.
        openid.enableNonRepudiationChecks,
        ...(isPlain ? [openid.allowInsecureRequests] : []),
      ],
    });
    const mine = { at: now.getTime(), described };
    last = mine;
    described.catch(() => {
      if (last === mine) last = undefined;
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

/** True if the provider did not answer, or not in a way that can be understood. `fetch` throws a TypeError. */
const isAway = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof openid.ClientError &&
    ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
      error.code ?? '',
    ));

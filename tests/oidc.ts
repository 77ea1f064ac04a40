import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** An OpenID Connect provider on this machine. It signs users in without a password: they only choose an account. */

export const client = { id: 'fledge', secret: randomBytes(16).toString('hex') };

interface Account {
  email?: string;
  email_verified?: boolean | string;
}

export interface TestProvider {
  issuer: string;
  /** The claims of each account, by the name of the account. */
  accounts: Map<string, Account>;
  /** Follows redirects from `url` as a browser that signs in. Returns the first URL outside the provider. */
  signIn(url: string, account: string): Promise<URL>;
  stop(): Promise<void>;
}

/** Starts a provider. With `isInToken` the ID token has all claims, otherwise only the userinfo endpoint has them. */
export async function startProvider(
  redirectUri: string,
  { isInToken = false }: { isInToken?: boolean } = {},
): Promise<TestProvider> {
  const accounts = new Map<string, Account>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(redirectUri, accounts, isInToken));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/ask/')) signInOrAsk(provider, accounts, request, response);
    else answer(request, response);
  });

  return {
    issuer,
    accounts,
    async signIn(url, account) {
      const cookies = new Map<string, string>();
      let next = new URL(url);
      next.searchParams.set('login_hint', account);
      while (next.origin === issuer) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? [];
          cookies.set(name, value);
        }
        next = new URL(response.headers.get('location') ?? 'nowhere:', next);
      }
      return next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const signingKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

function configuration(
  redirectUri: string,
  accounts: Map<string, Account>,
  isInToken: boolean,
): Configuration {
  return {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !isInToken,
    jwks: { keys: [{ ...signingKey(), kid: 'test', use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/ask/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...accounts.get(id) }) as { sub: string },
    }),
    // Grants the site the e-mail address without asking the user for consent.
    async loadExistingGrant({ oidc: { client: asking, session, provider } }) {
      const grant = new provider.Grant({
        clientId: asking?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
}

/**
 * Shows a page on which the user chooses an account. If the query string or `login_hint` names the account, signs in
 * with it at once. With the account "nobody" the user denies access.
 */
async function signInOrAsk(
  provider: Provider,
  accounts: Map<string, Account>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const chosen = new URL(request.url ?? '', 'http://provider').searchParams.get('account');
  const accountId = chosen ?? (params.login_hint as string | undefined);
  if (accountId === 'nobody') {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
  } else if (accountId) {
    await provider.interactionFinished(request, response, { login: { accountId } });
  } else {
    const links = [...accounts.keys()].map(
      (name) => `<p><a href="?account=${name}">${name}</a></p>`,
    );
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><title>Provider</title><link rel="icon" href="data:,">${links.join('')}`,
    );
  }
}

import path from 'node:path';
import { UserDraft } from '#contract/user.ts';
import { limits } from '#contract/vocabulary.ts';
import { z } from '#contract/zod.ts';

/** Parses the environment variables before the server opens anything. README.md describes each of them in a table. */

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The scope of the Strict-Transport-Security header. */
const hstsChoices = ['off', 'on', 'subdomains', 'preload'] as const;
export type Hsts = (typeof hstsChoices)[number];

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${least} to ${most}`, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    });

const hasProtocol = (value: string, ...protocols: string[]) =>
  protocols.includes(URL.parse(value)?.protocol ?? '');

/** Checks the URL of a mail server. Username and password must be valid percent-encoded text, as in every URL. */
function isMailUrl(value: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(value);
    decodeURIComponent(username + password);
    return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

const mostWebhooks = 5;

/** Refuses a URL with a username or a password, because `fetch` throws on URLs with credentials. */
function isWebhookUrl(value: string): boolean {
  const url = URL.parse(value);
  return hasProtocol(value, 'http:', 'https:') && url?.username === '' && url.password === '';
}

/** A secret that is long enough to withstand a brute-force search. */
const secret = z.string().min(16, { error: 'must have at least 16 characters' });

/** Checks the URL of an OpenID Connect provider. It needs https, except for a provider on this machine, for trials. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.search || url.hash) return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

const Variables = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine((value) => hasProtocol(value, 'postgres:', 'postgresql:'), {
      error: 'must be unset (SQLite) or start with postgres://',
    })
    .optional(),
  ADMIN_USERNAME: UserDraft.shape.username.default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(limits.minPassword, { error: `must have at least ${limits.minPassword} characters` })
    .max(limits.maxPassword, { error: `must have at most ${limits.maxPassword} characters` })
    .optional(),
  DEMO_CONTENT: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('true')
    .transform((value) => value === 'true'),
  RATE_LIMITS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .transform((value) => value === 'on'),
  SITE_URL: z
    .string()
    .refine((value) => hasProtocol(value, 'http:', 'https:'), {
      error: 'must start with https:// or http://',
      abort: true,
    })
    .transform((value) => new URL(value).origin)
    .optional(),
  HSTS: z.enum(hstsChoices, { error: `must be one of ${hstsChoices.join(', ')}` }).optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  WEB_CONCURRENCY: wholeNumber(1, 64).default(1),
  MAIL_URL: z
    .string()
    .refine(isMailUrl, {
      error: 'must be unset (no mail) or like smtp://host:587 or smtps://host',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^([^<>,;\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/, {
      error: 'must be one address, like lab@example.org or Lab <lab@example.org>',
    })
    .optional(),
  WEBHOOK_URL: z
    .string()
    .transform((value) => value.split(',').map((url) => url.trim()))
    .refine((urls) => urls.every(isWebhookUrl), {
      error: 'must be addresses like https://chat.example/hooks/x, with commas between them',
    })
    .refine((urls) => urls.length <= mostWebhooks && new Set(urls).size === urls.length, {
      error: `must be at most ${mostWebhooks} different addresses`,
    })
    .optional(),
  WEBHOOK_SECRET: secret.optional(),
  METRICS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('off')
    .transform((value) => value === 'on'),
  METRICS_PORT: wholeNumber(0, 65535).optional(),
  METRICS_HOST: z.string().optional(),
  METRICS_TOKEN: secret.optional(),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, {
      error: 'must be unset, or the https:// address of an OpenID Connect provider',
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().max(60, { error: 'must have at most 60 characters' }).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
});

const oidcVariables = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Checks the variables that depend on each other. */
const Environment = Variables.superRefine((set, context) => {
  const requireTogether = (name: keyof typeof set, needed: keyof typeof set, why = '') => {
    if (set[name] === undefined || set[needed] !== undefined) return;
    const message = `must be set together with ${name}${why}`;
    context.addIssue({ code: 'custom', path: [needed], message });
  };
  requireTogether('MAIL_URL', 'MAIL_FROM');
  requireTogether('MAIL_URL', 'SITE_URL', ': mails have links to the site');
  requireTogether('MAIL_FROM', 'MAIL_URL');
  requireTogether('WEBHOOK_URL', 'WEBHOOK_SECRET', ': messages are signed');
  requireTogether('WEBHOOK_URL', 'SITE_URL', ': messages have links to the site');
  requireTogether('WEBHOOK_SECRET', 'WEBHOOK_URL');
  requireTogether('METRICS_HOST', 'METRICS_PORT');
  if (set.METRICS && set.METRICS_PORT === undefined && set.METRICS_TOKEN === undefined) {
    const message = 'needs METRICS_PORT (a port of its own) or METRICS_TOKEN (for /metrics)';
    context.addIssue({ code: 'custom', path: ['METRICS'], message });
  }
  for (const name of oidcVariables) {
    for (const needed of oidcVariables) requireTogether(name, needed);
    requireTogether(name, 'SITE_URL', ': the provider leads back to the site');
  }
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  adminUsername: string;
  adminPassword: string | undefined;
  demoContent: boolean;
  rateLimits: boolean;
  /** The canonical origin. If undefined, links use the address and port that the server listens on. */
  siteUrl: string | undefined;
  hsts: Hsts;
  trustProxy: number;
  /** The number of worker processes. */
  webConcurrency: number;
  mail: { url: string; from: string } | undefined;
  webhooks: { urls: string[]; secret: string } | undefined;
  metrics: MetricsConfig | undefined;
  oidc: OidcConfig | undefined;
  logLevel: (typeof logLevels)[number];
}

/**
 * If `port` is set, metrics are served on it without a token. If `token` is set, they are served at `/metrics` of the
 * site for requests with the token. At least one of the two is set.
 */
export interface MetricsConfig {
  port: number | undefined;
  host: string;
  token: string | undefined;
}

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name of the provider in the button "Sign in with …". */
  name: string;
}

export class ConfigError extends Error {}

/** Parses the environment. An empty value counts as unset. Throws a `ConfigError` that names every invalid value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The configuration is not usable:\n${lines.join('\n')}`);
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    adminUsername: value.ADMIN_USERNAME,
    adminPassword: value.ADMIN_PASSWORD,
    demoContent: value.DEMO_CONTENT,
    rateLimits: value.RATE_LIMITS,
    siteUrl: value.SITE_URL,
    hsts: value.HSTS ?? (value.SITE_URL?.startsWith('https:') ? 'on' : 'off'),
    trustProxy: value.TRUST_PROXY,
    webConcurrency: value.WEB_CONCURRENCY,
    mail:
      value.MAIL_URL && value.MAIL_FROM
        ? { url: value.MAIL_URL, from: value.MAIL_FROM }
        : undefined,
    webhooks:
      value.WEBHOOK_URL && value.WEBHOOK_SECRET
        ? { urls: value.WEBHOOK_URL, secret: value.WEBHOOK_SECRET }
        : undefined,
    metrics: value.METRICS
      ? {
          port: value.METRICS_PORT,
          host: value.METRICS_HOST ?? '127.0.0.1',
          token: value.METRICS_TOKEN,
        }
      : undefined,
    oidc:
      value.OIDC_ISSUER && value.OIDC_CLIENT_ID && value.OIDC_CLIENT_SECRET
        ? {
            issuer: value.OIDC_ISSUER,
            clientId: value.OIDC_CLIENT_ID,
            clientSecret: value.OIDC_CLIENT_SECRET,
            name: value.OIDC_NAME ?? new URL(value.OIDC_ISSUER).hostname,
          }
        : undefined,
    logLevel: value.LOG_LEVEL,
  };
}

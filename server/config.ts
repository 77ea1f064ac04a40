import path from 'node:path';
import { z } from 'zod';
import { UserDraft } from '#contract/user.ts';
import { limits } from '#contract/vocabulary.ts';

/** The environment, parsed before anything opens. README.md has the same table in words. */

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The scope of the Strict-Transport-Security header. */
const hstsChoices = ['off', 'on', 'subdomains', 'preload'] as const;
export type Hsts = (typeof hstsChoices)[number];

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${least} to ${most}`, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    });

const hasProtocol = (value: string, ...protocols: string[]) =>
  protocols.includes(URL.parse(value)?.protocol ?? '');

/** User and password are encoded as in every address. */
function isMailUrl(value: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(value);
    decodeURIComponent(username + password);
    return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

/** On this machine a provider may be tried without TLS. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.search || url.hash) return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

const Variables = z.object({
  PORT: whole(0, 65535).default(3000),
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
  TRUST_PROXY: whole(0, 10).default(0),
  WEB_CONCURRENCY: whole(1, 64).default(1),
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

/** Mail needs a sender, and links in mails need the canonical address. So does a provider, which leads back to the site. */
const Environment = Variables.superRefine((value, context) => {
  const { MAIL_URL, MAIL_FROM, SITE_URL, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = value;
  const require = (name: string, value: unknown, message: string) => {
    if (!value) context.addIssue({ code: 'custom', path: [name], message });
  };
  if (MAIL_URL) {
    require('MAIL_FROM', MAIL_FROM, 'must be set together with MAIL_URL');
    require('SITE_URL', SITE_URL, 'must be set together with MAIL_URL: mails have links to the site');
  } else if (MAIL_FROM) {
    require('MAIL_URL', MAIL_URL, 'must be set together with MAIL_FROM');
  }
  if (OIDC_ISSUER || OIDC_CLIENT_ID || OIDC_CLIENT_SECRET) {
    const all = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
    for (const [name, each] of Object.entries(all)) {
      require(name, each, `must be set together with ${Object.keys(all)
        .filter((one) => one !== name)
        .join(' and ')}`);
    }
    require('SITE_URL', SITE_URL, 'must be set together with OIDC_ISSUER: the provider leads back to the site');
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
  /** The canonical address. If undefined, links use the address that the server listens on. */
  siteUrl: string | undefined;
  hsts: Hsts;
  trustProxy: number;
  /** Number of worker processes. */
  webConcurrency: number;
  /** Undefined: no mail is sent. */
  mail: { url: string; from: string } | undefined;
  /** Undefined: staff sign in with passwords alone. */
  oidc: OidcConfig | undefined;
  logLevel: (typeof logLevels)[number];
}

/** An OpenID Connect provider. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** For the button: "Sign in with …". */
  name: string;
}

export class ConfigError extends Error {}

/** Parses the environment. An empty value counts as unset. Reports all errors at once. */
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

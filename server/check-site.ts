import { SiteConfig } from '#contract/site-config.ts';
import { ConfigError } from './config.ts';

/** Throws a `ConfigError` that names every invalid value of site.config.ts. */
export function checkSite(values: unknown): void {
  const parsed = SiteConfig.safeParse(values);
  if (parsed.success) return;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`site.config.ts is not usable:\n${lines.join('\n')}`);
}

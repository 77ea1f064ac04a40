import { SiteConfig } from '#contract/site-config.ts';
import { ConfigError } from './config.ts';

/** Refuses a site.config.ts that the site cannot be made of, and names every value that is wrong. */
export function checkSite(values: unknown): void {
  const parsed = SiteConfig.safeParse(values);
  if (parsed.success) return;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`site.config.ts is not usable:\n${lines.join('\n')}`);
}

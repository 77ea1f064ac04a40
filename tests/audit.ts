import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * `npm run audit` fails if an installed package has a known vulnerability whose URL is not in SECURITY.md, or if the
 * registry does not answer. It is not part of `npm test`, which must not depend on the registry.
 */

interface Report {
  vulnerabilities?: Record<string, { severity: string; via: (string | { url: string })[] }>;
}

const { stdout } = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  timeout: 30_000,
  shell: process.platform === 'win32',
});
const report = parse(stdout);
if (!report?.vulnerabilities) {
  console.error('audit: the registry did not answer, so nothing was audited');
  process.exit(1);
}

const excused = readFileSync('SECURITY.md', 'utf8');
const found = Object.entries(report.vulnerabilities).flatMap(([name, { severity, via }]) =>
  via.flatMap((one) => (typeof one === 'string' ? [] : [{ name, severity, url: one.url }])),
);
const unexcused = found.filter(({ url }) => !excused.includes(url));
for (const { name, severity, url } of unexcused) console.error(`${name}: ${severity}, ${url}`);
console.log(
  `audit: ${found.length} known vulnerabilities, ${unexcused.length} of them not excused`,
);
process.exit(unexcused.length > 0 ? 1 : 0);

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

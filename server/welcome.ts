import { site as lab } from '#site.config.ts';
import type { FirstStartResult } from './first-start.ts';
import type { LogOutput } from './log-output.ts';

export type StartReport = { address: string } & FirstStartResult;

/** Returns the first lines on standard output. They contain a password only if standard output is a terminal. */
export function welcome(
  { address, filled, madeAdmin }: StartReport,
  isAddressShown = false,
): string {
  const lines = isAddressShown ? [] : [`${lab.name} is at ${address}`];
  if (filled) lines.push('The empty database was filled with demo content.');
  if (madeAdmin) {
    const { username, generated, passwordFile } = madeAdmin;
    lines.push(`The first admin is "${username}"; sign in at /admin/login.`);
    if (generated) lines.push(`Its password, shown only now: ${generated}`);
    if (passwordFile)
      lines.push(`Its password is in ${passwordFile}: read it, then delete the file.`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Returns the function that announces the start of each worker. Only the first announcement has the address. Each
 * announcement says whether the worker filled the database or created the first admin.
 */
export function createAnnouncer(output: LogOutput): (news: unknown) => void {
  let isAddressShown = false;
  return (news) => {
    output.write(welcome(news as StartReport, isAddressShown));
    isAddressShown = true;
  };
}

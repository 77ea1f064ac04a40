import { site as lab } from '#site.config.ts';
import type { Started } from './first-start.ts';
import type { LogOutput } from './log-output.ts';

export type News = { address: string } & Started;

/** The first lines on standard output. A password is among them only where that is a terminal. */
export function welcome({ address, filled, madeAdmin }: News, isSaid = false): string {
  const lines = isSaid ? [] : [`${lab.name} is at ${address}`];
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

/** Only the first worker announces the address. The worker that filled the database announces that. */
export function onceForAll(output: LogOutput): (news: unknown) => void {
  let isSaid = false;
  return (news) => {
    output.write(welcome(news as News, isSaid));
    isSaid = true;
  };
}

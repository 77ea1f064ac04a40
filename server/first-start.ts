import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';
import { makeFolder } from './make-folder.ts';
import { withOwnerOnlyUmask } from './owner-only.ts';
import type { Passwords } from './passwords.ts';
import { fillWithDemo } from './store/demo.ts';
import { type Db, StoreError } from './store/store.ts';
import { createFirstAdmin, findCredentials, hasAdmin } from './store/user.ts';

type Settings = Pick<Config, 'adminUsername' | 'adminPassword' | 'demoContent' | 'dataDir'> & {
  /** True if standard output is a terminal: a generated password is then shown there instead of saved in a file. */
  isTerminal: boolean;
};

export interface FirstStartResult {
  filled: boolean;
  madeAdmin?: {
    username: string;
    /** The generated password, if the terminal shows it. */
    generated?: string | undefined;
    /** The path of the file with the generated password. */
    passwordFile?: string | undefined;
  };
}

/** Adds demo content to an empty database, if configured, and creates the first admin if there is none. */
export async function prepareFirstStart(
  db: Db,
  settings: Settings,
  passwords: Passwords,
  now: Date,
): Promise<FirstStartResult> {
  const filled = settings.demoContent && (await fillWithDemo(db, now));
  const username = settings.adminUsername;
  if (await hasAdmin(db)) {
    const passwordFile = await renameLeftover(db, settings, passwords);
    return passwordFile ? { filled, madeAdmin: { username, passwordFile } } : { filled };
  }
  const generated = settings.adminPassword === undefined ? newPassword() : undefined;
  const passwordHash = await passwords.hash(settings.adminPassword ?? generated ?? '');
  const admin = { username, passwordHash };
  if (!generated || settings.isTerminal) {
    const made = await createFirstAdmin(db, admin, now);
    return made ? { filled, madeAdmin: { username: made.username, generated } } : { filled };
  }
  const provisional = savePassword(settings.dataDir, generated);
  let mayBeCommitted = false;
  try {
    const made = await createFirstAdmin(db, admin, now, () => {
      mayBeCommitted = true;
    });
    return made
      ? { filled, madeAdmin: { username: made.username, passwordFile: giveFinalName(provisional) } }
      : { filled };
  } finally {
    if (!mayBeCommitted) rmSync(provisional, { force: true });
  }
}

const fileName = 'first-admin-password';

/**
 * Saves the password in a provisional file and returns its path. This happens before the admin is created, so that the
 * password cannot be lost. The name of the file is unique, because another instance may create the admin instead.
 */
function savePassword(dataDir: string, password: string): string {
  const provisional = path.join(dataDir, `${fileName}.${randomUUID()}`);
  try {
    withOwnerOnlyUmask(() => {
      makeFolder(path.resolve(dataDir));
      writeFileSync(provisional, `${password}\n`, { flag: 'wx', mode: 0o600 });
    });
  } catch (error) {
    throw new StoreError(
      `The first admin's password cannot be saved: ${(error as Error).message}. Set ADMIN_PASSWORD.`,
    );
  }
  return provisional;
}

/** Gives the provisional file its final name, and replaces any file with that name. */
function giveFinalName(provisional: string): string {
  const file = path.join(path.dirname(provisional), fileName);
  renameSync(provisional, file);
  return file;
}

/**
 * Renames the provisional file of an earlier start that created the admin and ended before the renaming. Keeps a file
 * with another password: it may belong to another instance that is starting now. Returns the new path.
 */
async function renameLeftover(
  db: Db,
  { adminUsername, dataDir }: Settings,
  passwords: Passwords,
): Promise<string | undefined> {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  for (const name of names.filter((each) => each.startsWith(`${fileName}.`))) {
    const provisional = path.join(dataDir, name);
    const password = readFileSync(provisional, 'utf8').trim();
    const stored = await findCredentials(db, { username: adminUsername });
    if (await passwords.matches(password, stored?.passwordHash)) return giveFinalName(provisional);
  }
  return undefined;
}

/** Generates 20 letters and digits that are hard to confuse with each other: about 99 bits. */
const newPassword = () => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
};

import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';
import { makeFolder } from './make-folder.ts';
import { createOwnerOnly } from './owner-only.ts';
import type { Passwords } from './passwords.ts';
import { fillWithDemo } from './store/demo.ts';
import { type Db, StoreError } from './store/store.ts';
import { createFirstAdmin, findCredentials, hasAdmin } from './store/user.ts';

type Settings = Pick<Config, 'adminUsername' | 'adminPassword' | 'demoContent' | 'dataDir'> & {
  /** True if standard output is a terminal, so that only a person reads it. */
  isTerminal: boolean;
};

export interface Started {
  filled: boolean;
  madeAdmin?: {
    username: string;
    /** The password, to be shown on the terminal. */
    generated?: string | undefined;
    /** The file that holds the generated password. */
    passwordFile?: string | undefined;
  };
}

/** Gives a new database its demo content, unless that is off, and the first admin. */
export async function prepareFirstStart(
  db: Db,
  settings: Settings,
  passwords: Passwords,
  now: Date,
): Promise<Started> {
  const filled = settings.demoContent && (await fillWithDemo(db, now));
  const username = settings.adminUsername;
  if (await hasAdmin(db)) {
    const passwordFile = await findUnsure(db, settings, passwords);
    return passwordFile ? { filled, madeAdmin: { username, passwordFile } } : { filled };
  }
  const generated = settings.adminPassword === undefined ? newPassword() : undefined;
  const passwordHash = await passwords.hash(settings.adminPassword ?? generated ?? '');
  const admin = { username, passwordHash };
  if (!generated || settings.isTerminal) {
    const made = await createFirstAdmin(db, admin, now);
    return made ? { filled, madeAdmin: { username: made.username, generated } } : { filled };
  }
  const unsure = savePassword(settings.dataDir, generated);
  let mayBeMade = false;
  try {
    const made = await createFirstAdmin(db, admin, now, () => {
      mayBeMade = true;
    });
    return made
      ? { filled, madeAdmin: { username: made.username, passwordFile: giveFinalName(unsure) } }
      : { filled };
  } finally {
    if (!mayBeMade) rmSync(unsure, { force: true });
  }
}

const fileName = 'first-admin-password';

/**
 * Saves the password before the admin is made, so that it cannot be lost, and under a name of its own, because another
 * instance may make the admin.
 */
function savePassword(dataDir: string, password: string): string {
  const unsure = path.join(dataDir, `${fileName}.${randomUUID()}`);
  try {
    createOwnerOnly(() => {
      makeFolder(path.resolve(dataDir));
      writeFileSync(unsure, `${password}\n`, { flag: 'wx', mode: 0o600 });
    });
  } catch (error) {
    throw new StoreError(
      `The first admin's password cannot be saved: ${(error as Error).message}. Set ADMIN_PASSWORD.`,
    );
  }
  return unsure;
}

/** Gives the file its final name, in place of any file that was there. */
function giveFinalName(unsure: string): string {
  const file = path.join(path.dirname(unsure), fileName);
  renameSync(unsure, file);
  return file;
}

/**
 * Finds the file of a start that made the admin and ended before it could say so. A file with another password is left:
 * it may be that of another instance, which is starting now.
 */
async function findUnsure(
  db: Db,
  { adminUsername, dataDir }: Settings,
  passwords: Passwords,
): Promise<string | undefined> {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  for (const name of names.filter((each) => each.startsWith(`${fileName}.`))) {
    const unsure = path.join(dataDir, name);
    const password = readFileSync(unsure, 'utf8').trim();
    const own = await findCredentials(db, { username: adminUsername });
    if (await passwords.matches(password, own?.passwordHash)) return giveFinalName(unsure);
  }
  return undefined;
}

/** Twenty letters that are hard to mistake for each other: about 95 bits. */
const newPassword = () => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
};

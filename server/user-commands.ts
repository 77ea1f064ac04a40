import { type User, UserDraft } from '#contract/user.ts';
import { roles } from '#contract/vocabulary.ts';
import type { z } from '#contract/zod.ts';
import { askNewPassword } from './ask-password.ts';
import { Malformed, NotFound } from './errors.ts';
import { createPasswords } from './passwords.ts';
import { commandLine } from './store/history.ts';
import { takeLock } from './store/lock.ts';
import { type DatabaseLocation, openStore, readStore } from './store/open.ts';
import { disableFactorOf } from './store/second-factor.ts';
import type { Db } from './store/store.ts';
import {
  createUser,
  findCredentials,
  listUsers,
  type UserEdit,
  updateUser,
  usernameKeyOf,
} from './store/user.ts';

const usage = `Say what to do:
  npm run user -- list
  npm run user -- add <username> [${roles.join('|')}]
  npm run user -- password <username>
  npm run user -- role <username> <${roles.join('|')}>
  npm run user -- second-factor-off <username>
The password is asked for, or read from standard input where that is not a terminal.`;

/** The numbers of words that each command may have, including its name. */
const lengths: Record<string, number[]> = {
  list: [1],
  add: [2, 3],
  password: [2],
  role: [3],
  'second-factor-off': [2],
};

/**
 * Manages users from the command line, with the same checks as the API. The site may be running. Returns the text for
 * the person who ran the command.
 */
export async function runUserCommand(
  location: DatabaseLocation,
  given: string[],
  askPassword = askNewPassword,
): Promise<string> {
  const [command = '', username = '', role] = given;
  if (!lengths[command]?.includes(given.length)) throw new Malformed(usage);

  // `readStore` fails if there is no database, while `openStore` would create one.
  const users = await readStore(location, listUsers);
  if (command === 'list') {
    const lines = users.map((user) => `${withoutControlCharacters(user.username)}\t${user.role}`);
    return lines.join('\n') || 'There are no users.';
  }
  if (command === 'add') {
    const draft = parseOrRefuse(UserDraft.omit({ password: true }), { username, role });
    const passwordHash = await hashNew(askPassword);
    const user = await writeAsStaff(location, (tx) =>
      createUser(tx, { ...draft, passwordHash }, new Date()),
    );
    return `${user.username} can sign in now, as ${user.role}.`;
  }
  if (command === 'role') {
    const user = await changeUser(
      location,
      username,
      parseOrRefuse(UserDraft.pick({ role: true }), { role }),
    );
    return `${user.username} is ${user.role} now.`;
  }
  if (command === 'second-factor-off') {
    // This command helps an admin who has lost the second factor if no other admin can turn it off.
    await writeAsStaff(location, async (tx) =>
      disableFactorOf(tx, await findUserId(tx, username), byCommand()),
    );
    return `${username} signs in with the password alone now.`;
  }
  if (!users.some((user) => usernameKeyOf(user.username) === usernameKeyOf(username)))
    throw new NotFound('user');
  const user = await changeUser(location, username, { passwordHash: await hashNew(askPassword) });
  return `${user.username} has a new password, and is signed out everywhere.`;
}

/** Removes control characters, because the terminal would act on them. */
const withoutControlCharacters = (text: string) => text.replace(/\p{Cc}/gu, '');

/** Asks for a password and returns its hash. Refuses a password that the API would refuse. */
async function hashNew(askPassword: () => Promise<string>): Promise<string> {
  const { password } = parseOrRefuse(UserDraft.pick({ password: true }), {
    password: await askPassword(),
  });
  return createPasswords().hash(password);
}

function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Malformed(parsed.error.issues.map(({ message }) => message).join('\n'));
}

/** A new role or password ends the user's sessions. */
const changeUser = (location: DatabaseLocation, username: string, edit: UserEdit): Promise<User> =>
  writeAsStaff(location, async (tx) => {
    const noActor = { userId: '', tokenHash: '' };
    return updateUser(tx, await findUserId(tx, username), edit, noActor, undefined, byCommand());
  });

const byCommand = () => ({ username: commandLine, now: new Date() });

async function findUserId(tx: Db, username: string): Promise<string> {
  const credentials = await findCredentials(tx, { username });
  if (!credentials) throw new NotFound('user');
  return credentials.user.id;
}

async function writeAsStaff<Value>(
  location: DatabaseLocation,
  work: (tx: Db) => Promise<Value>,
): Promise<Value> {
  const store = await openStore(location);
  try {
    return await store.write(async (tx) => {
      await takeLock(tx, 'staff');
      return work(tx);
    });
  } finally {
    await store.close();
  }
}

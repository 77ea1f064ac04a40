import { removeStored } from '../ui/tab-storage.ts';

/**
 * Names and deletes the data of the staff area in sessionStorage: drafts, the keys of unanswered writes, and the
 * column matching of imports. Each item belongs to one user. Logout deletes the items of all users.
 */

const prefix = 'staff:';

/** Returns the name of an item of one user in sessionStorage. */
export const staffName = (userId: string, name: string) => `${prefix}${userId}:${name}`;

// Drafts are stored as `draft:staff:…`, so the prefix is not always at the start.
const deleteHere = () => removeStored((name) => name.includes(prefix));

/** Deletes the items in this tab and in all other tabs. */
export function endStaffDrafts(): void {
  deleteHere();
  const others = new BroadcastChannel(prefix);
  others.postMessage('logout');
  others.close();
}

/** Deletes the items in this tab when the user logs out in another tab. Returns a function that stops listening. */
export function followLogout(): () => void {
  const channel = new BroadcastChannel(prefix);
  channel.onmessage = deleteHere;
  return () => channel.close();
}

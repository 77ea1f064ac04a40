import { removeStored } from '../ui/tab-storage.ts';

/**
 * Stored by a tab for the staff area: drafts, and writes whose answer has not come. Each belongs to one user; Logout
 * deletes them all.
 */

const prefix = 'staff:';

/** The name under which the tab stores something for one user. */
export const staffName = (userId: string, name: string) => `${prefix}${userId}:${name}`;

// Drafts are stored as `draft:staff:…`, so the prefix is not always at the start.
const forgetHere = () => removeStored((name) => name.includes(prefix));

/** Deletes all of it, in this tab and in the others. */
export function endStaffDrafts(): void {
  forgetHere();
  const others = new BroadcastChannel(prefix);
  others.postMessage('logout');
  others.close();
}

/** Deletes them in this tab too when another tab logs out. Returns a function that stops listening. */
export function followLogout(): () => void {
  const channel = new BroadcastChannel(prefix);
  channel.onmessage = forgetHere;
  return () => channel.close();
}

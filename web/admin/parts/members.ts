import { useEffect } from 'react';
import { canOpen, type Section } from '#contract/access.ts';
import type { User } from '#contract/user.ts';
import { type Source, useOptionalQuery, useQuery, useQueryCache } from '../../api/query-cache.ts';

const users: Source<User[]> = { path: '/api/admin/users' };

/** Returns the users who may own submissions of this section, because their role can open it. */
export const useMembers = (section: Section): User[] =>
  useQuery(users).filter(({ role }) => canOpen(role, section));

/** Fetches the users again when a sheet is opened, because an admin may have added one. */
export function useFreshMembers(): void {
  const cache = useQueryCache();
  useEffect(() => {
    cache.refresh(users.path).catch(() => {});
  }, [cache]);
}

/** Returns the username of a user. Undefined while the users load, without an id, and if the user is gone. */
export function useUsername(id: string | null | undefined): string | undefined {
  const all = useOptionalQuery(id ? users : undefined);
  return all?.find((user) => user.id === id)?.username;
}

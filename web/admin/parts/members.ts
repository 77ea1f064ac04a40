import { useEffect } from 'react';
import { canOpen, type Section } from '#contract/access.ts';
import type { User } from '#contract/user.ts';
import { type Source, useOptionalQuery, useQuery, useQueryCache } from '../../api/query-cache.ts';

const users: Source<User[]> = { path: '/api/admin/users' };

/** Returns the users to whom submissions of this section can be assigned: those whose role can open it. */
export const useAssignableUsers = (section: Section): User[] =>
  useQuery(users).filter(({ role }) => canOpen(role, section));

/** Refreshes the cached users on mount, because an admin may have added a user since they were loaded. */
export function useFreshMembers(): void {
  const cache = useQueryCache();
  useEffect(() => {
    cache.refresh(users.path).catch(() => {});
  }, [cache]);
}

/** Returns the username of a user. Undefined without an id, until the users are loaded, and if the user was deleted. */
export function useUsername(id: string | null | undefined): string | undefined {
  const all = useOptionalQuery(id ? users : undefined);
  return all?.find((user) => user.id === id)?.username;
}

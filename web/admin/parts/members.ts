import { useEffect } from 'react';
import { canOpen, type Section } from '#contract/access.ts';
import type { User } from '#contract/user.ts';
import { type Source, useOptionalQuery, useQuery, useQueryCache } from '../../api/query-cache.ts';

const users: Source<User[]> = { path: '/api/admin/users' };

/** The members of staff who may look after submissions of this kind. */
export const useMembers = (section: Section): User[] =>
  useQuery(users).filter(({ role }) => canOpen(role, section));

/** Reads the members again when a sheet is opened: others may have been added since. */
export function useFreshMembers(): void {
  const cache = useQueryCache();
  useEffect(() => {
    cache.refresh(users.path).catch(() => {});
  }, [cache]);
}

/** The username of a member of staff; undefined while it is not loaded, or if there is none. */
export function useUsername(id: string | null | undefined): string | undefined {
  const all = useOptionalQuery(id ? users : undefined);
  return all?.find((user) => user.id === id)?.username;
}

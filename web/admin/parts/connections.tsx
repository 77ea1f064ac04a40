import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { canOpen } from '#contract/access.ts';
import type { Connection, LineageKind } from '#contract/lineage.ts';
import { foldSearch } from '#contract/search-text.ts';
import { type Source, useOptionalQuery, useQueryCache } from '../../api/query-cache.ts';
import { refusalOf } from '../../api/submit.ts';
import { Link } from '../../link.tsx';
import { showFailure, useRequest } from '../request.ts';
import { useSession } from '../session.tsx';
import { postEditorPath } from './post-editor.ts';

const nouns: Record<LineageKind, string> = {
  blogs: 'Post',
  ideas: 'Idea',
  pods: 'Pod',
  apps: 'App',
};

/** The help text below the search field, by the kind of the edited entry. */
const helpTexts: Record<LineageKind, string> = {
  blogs: 'Projects and ideas that this post is about',
  ideas: 'The pod that took it, the app it became, posts about it',
  pods: 'Ideas that this pod took',
  apps: 'Ideas that it came from, posts about it',
};

/** Returns the URL of the editor of a connected post, pod or app, or of the review sheet of a connected idea. */
const editorOf = ({ kind, id }: Connection) =>
  kind === 'blogs'
    ? postEditorPath(id)
    : `/admin/${kind}?${new URLSearchParams({ [kind === 'ideas' ? 'open' : 'edit']: id })}`;

const pathOf = (kind: LineageKind, id: string) =>
  `/api/admin/connections/${kind}/${encodeURIComponent(id)}`;

export const connectionSource = (kind: LineageKind, id: string): Source<Connection[]> => ({
  path: pathOf(kind, id),
});

interface ConnectionsProps {
  kind: LineageKind;
  id: string;
  children?: ReactNode;
}

/** Edits the connections of an entry. Each change is saved at once, independently of the form around it. */
export function Connections({ kind, id, children }: ConnectionsProps) {
  const source = connectionSource(kind, id);
  const connected = useOptionalQuery(source) ?? [];
  const cache = useQueryCache();
  const request = useRequest();
  const { user } = useSession();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const isUnconnected = (each: Connection) =>
    !connected.some((other) => other.kind === each.kind && other.id === each.id);
  const found = useConnectable(kind, typed)?.filter(isUnconnected);

  /**
   * Connects the first result for the current text. The shown results may belong to an earlier text, because the search
   * is debounced.
   */
  async function addFirst() {
    const source = connectable(kind, foldSearch(typed));
    const answer = source && (await cache.get(source.path).catch(() => undefined));
    const first = (answer as Connection[] | undefined)?.find(isUnconnected);
    if (first) await change('add', first);
  }

  async function change(act: 'add' | 'remove', other: Connection) {
    if (isBusy) return;
    setBusy(true);
    try {
      const body = { kind: other.kind, id: other.id };
      await request('POST', `${pathOf(kind, id)}/${act}`, { body });
      setTyped('');
    } catch (error) {
      const title = act === 'add' ? 'Failed to connect' : 'Failed to disconnect';
      const reasons = Object.values(refusalOf(error)?.fields ?? {});
      showFailure(error, title, reasons[0] ?? 'Please try again.');
    }
    cache.invalidate('/api/lineage');
    cache.invalidate('/api/admin/connections');
    cache.invalidate('/api/admin/ideas/');
    setBusy(false);
    // Focuses the search field, because the pressed button may have been removed.
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // By default Enter would submit the form around the field.
      event.preventDefault();
      addFirst();
    }
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      setTyped('');
    }
  }

  return (
    <div className="connections field">
      <label htmlFor={`connect-${id}`}>
        Connections
        <span className="opt">Saved at once</span>
      </label>
      {connected.length > 0 && (
        <ul>
          {connected.map((each) => (
            <li key={`${each.kind} ${each.id}`}>
              <span className="label">{nouns[each.kind]}</span>
              {canOpen(user?.role ?? '', each.kind) ? (
                <Link className="link" href={editorOf(each)}>
                  <bdi>{each.name}</bdi>
                </Link>
              ) : (
                <bdi>{each.name}</bdi>
              )}
              <button
                type="button"
                aria-label={`Disconnect ${each.name}`}
                onClick={() => change('remove', each)}
              >
                <X className="i" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={box}
        className="input"
        id={`connect-${id}`}
        type="search"
        dir="auto"
        autoComplete="off"
        placeholder="Type two letters"
        aria-describedby={`connect-${id}-help`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="help" id={`connect-${id}-help`}>
        {helpTexts[kind]}.
      </p>
      <div role="status">
        {found?.length === 0 && <p className="muted">Nothing that can be connected says so.</p>}
        {found && found.length > 0 && (
          <ul className="offers" aria-label="Found">
            {found.map((each) => (
              <li key={`${each.kind} ${each.id}`}>
                <button type="button" onClick={() => change('add', each)}>
                  <span className="label">{nouns[each.kind]}</span>
                  <bdi>{each.name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </div>
  );
}

/** The debounce delay of the search in milliseconds. */
const typingPause = 120;

/** Returns the results of the debounced search. Undefined until they are loaded, and for fewer than two characters. */
function useConnectable(kind: LineageKind, typed: string): Connection[] | undefined {
  const wanted = foldSearch(typed);
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setSearched(wanted), typingPause);
    return () => clearTimeout(pause);
  }, [wanted]);
  return useOptionalQuery(connectable(kind, wanted) && connectable(kind, searched));
}

/** Returns the query for entries that can be connected; undefined for fewer than two characters. */
const connectable = (kind: LineageKind, wanted: string): Source<Connection[]> | undefined =>
  [...wanted].length < 2
    ? undefined
    : { path: `/api/admin/connections/${kind}?${new URLSearchParams({ q: wanted })}` };

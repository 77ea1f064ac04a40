import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Manuscript } from '#contract/manuscript.ts';
import { statusOf } from '../../api/client.ts';
import { useQuery, useQueryCache } from '../../api/query-cache.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Gone } from '../parts/gone.tsx';
import { postEditorPath, postIdIn } from '../parts/post-editor.ts';
import { PostEditor } from './post-editor.tsx';

/** The page with the editor of a post, at /admin/blogs/new and /admin/blogs/:id. */
export default function PostPage() {
  const [path, navigate] = useLocation();
  const id = postIdIn(path);
  // The first save and the first publication change the id in the path. `changeId` stores the new id in `ownId`, so the
  // React key stays, and with it the state of the editor. A new id that is not `ownId` gets a new editor.
  const [editor, setEditor] = useState({ id, key: id });
  const ownId = useRef<string>(undefined);
  if (editor.id !== id) setEditor({ id, key: ownId.current === id ? editor.key : id });

  function changeId(next: string) {
    ownId.current = next;
    navigate(postEditorPath(next), { replace: true, state: { ...history.state, top: scrollY } });
  }

  const gone = <Gone kind="blog" onClose={() => navigate('/admin/blogs')} />;
  // Ids of posts and drafts have only these characters.
  if (!/^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id)) return gone;
  return (
    <ErrorBoundary
      key={editor.key}
      fallback={(error) => {
        if (statusOf(error) !== 404) throw error;
        return gone;
      }}
    >
      {editor.key === 'new' ? (
        <PostEditor initial={undefined} onIdChange={changeId} />
      ) : (
        <LoadedEditor id={editor.key} onIdChange={changeId} />
      )}
    </ErrorBoundary>
  );
}

function LoadedEditor({ id, onIdChange }: { id: string; onIdChange(id: string): void }) {
  const path = `/api/admin/manuscripts/${encodeURIComponent(id)}`;
  const cache = useQueryCache();
  const manuscript = useQuery<Manuscript>({ path });
  // The editor itself merges newer versions, so it always gets the manuscript that was loaded first.
  const [initial] = useState(manuscript);
  // The next editor of this post must load its latest manuscript, not a cached one.
  useEffect(() => () => cache.remove(path), [cache, path]);
  return <PostEditor initial={initial} onIdChange={onIdChange} />;
}

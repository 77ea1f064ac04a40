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
  // The first save and the publication give the post another path. `changeId` notes the new id, so that the key stays
  // the same and React keeps the state of the editor. Any other new id gets a new editor.
  const [editor, setEditor] = useState({ id, key: id });
  const ownId = useRef<string>(undefined);
  if (editor.id !== id) setEditor({ id, key: ownId.current === id ? editor.key : id });

  function changeId(next: string) {
    ownId.current = next;
    navigate(postEditorPath(next), { replace: true, state: { ...history.state, top: scrollY } });
  }

  const gone = <Gone kind="blog" onClose={() => navigate('/admin/blogs')} />;
  // Ids of posts and drafts have only these characters, so another id cannot exist.
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
        <PostEditor opened={undefined} onIdChange={changeId} />
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
  // Keeps the manuscript that was first loaded: the editor itself handles newer versions.
  const [opened] = useState(manuscript);
  // Each editor of the post begins with its latest manuscript, not with a cached one.
  useEffect(() => () => cache.remove(path), [cache, path]);
  return <PostEditor opened={opened} onIdChange={onIdChange} />;
}

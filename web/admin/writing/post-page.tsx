import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Manuscript } from '#contract/manuscript.ts';
import { statusOf } from '../../api/client.ts';
import { useQuery, useQueryCache } from '../../api/query-cache.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Gone } from '../parts/gone.tsx';
import { postEditor, postIdIn } from '../parts/post-editor.ts';
import { PostEditor } from './post-editor.tsx';

/** The page with the editor of a post, at /admin/blogs/new and /admin/blogs/:id. */
export default function PostPage() {
  const [path, navigate] = useLocation();
  const id = postIdIn(path);
  // The path of a draft changes when it is first saved, and again when it is published. The key stays the same then, so
  // that React keeps the editor with its state.
  const [editor, setEditor] = useState({ id, key: id });
  const moving = useRef<string>(undefined);
  if (editor.id !== id) setEditor({ id, key: moving.current === id ? editor.key : id });

  function move(next: string) {
    moving.current = next;
    navigate(postEditor(next), { replace: true, state: { ...history.state, top: scrollY } });
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
        <PostEditor opened={undefined} onMoved={move} />
      ) : (
        <LoadedEditor id={editor.key} onMoved={move} />
      )}
    </ErrorBoundary>
  );
}

function LoadedEditor({ id, onMoved }: { id: string; onMoved(id: string): void }) {
  const path = `/api/admin/manuscripts/${encodeURIComponent(id)}`;
  const cache = useQueryCache();
  const read = useQuery<Manuscript>({ path });
  // Keeps the manuscript that was first loaded: the editor itself handles newer versions.
  const [opened] = useState(read);
  useEffect(() => () => cache.remove(path), [cache, path]);
  return <PostEditor opened={opened} onMoved={onMoved} />;
}

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Manuscript } from '#contract/manuscript.ts';
import { statusOf } from '../../api/client.ts';
import { useQuery, useQueryCache } from '../../api/query-cache.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Gone } from '../parts/gone.tsx';
import { postEditor, postIdIn } from '../parts/post-editor.ts';
import { PostEditor } from './post-editor.tsx';

/** The page on which a post is written, at /admin/blogs/new and /admin/blogs/:id. */
export default function PostPage() {
  const [path, navigate] = useLocation();
  const id = postIdIn(path);
  // A draft gets its own address when it is first saved, and another one when it is published: the editor stays.
  const [editor, setEditor] = useState({ id, key: id });
  const moving = useRef<string>(undefined);
  if (editor.id !== id) setEditor({ id, key: moving.current === id ? editor.key : id });

  function move(next: string) {
    moving.current = next;
    navigate(postEditor(next), { replace: true, state: { ...history.state, top: scrollY } });
  }

  const gone = <Gone kind="blog" onClose={() => navigate('/admin/blogs')} />;
  // The server knows no other ids.
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
  // The text that was opened: later ones come by saving.
  const [opened] = useState(read);
  useEffect(() => () => cache.remove(path), [cache, path]);
  return <PostEditor opened={opened} onMoved={onMoved} />;
}

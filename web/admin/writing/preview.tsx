import { type RefObject, use, useEffect, useRef, useState } from 'react';
import { FormContext } from '../../ui/form.tsx';
import { useRequest } from '../request.ts';

interface PreviewProps {
  textarea: RefObject<HTMLTextAreaElement | null>;
}

/** Shows the post as the server renders it, debounced, and scrolls to the block in which the caret is. */
export function Preview({ textarea }: PreviewProps) {
  const request = useRequest();
  const { values } = use(FormContext);
  const [html, setHtml] = useState('');
  const box = useRef<HTMLElement>(null);
  const content = String(values.content ?? '');
  useEffect(() => {
    let isStale = false;
    const pause = setTimeout(async () => {
      try {
        const answer = await request('POST', '/api/admin/preview', {
          body: { content },
          isUnkeyed: true,
        });
        if (!isStale) setHtml((answer as { contentHtml: string }).contentHtml);
      } catch {}
    }, 300);
    return () => {
      isStale = true;
      clearTimeout(pause);
    };
  }, [content, request]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML moves the blocks
  useEffect(() => {
    const follow = () => followCaret(textarea.current, box.current);
    follow();
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [html, textarea]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard
    <section className="preview" aria-label="Preview" ref={box} tabIndex={0}>
      <p className="label">Preview</p>
      <h2 className="d2" dir="auto">
        {String(values.title ?? '') || 'Title'}
      </h2>
      {values.excerpt && (
        <p className="lead" dir="auto">
          {String(values.excerpt)}
        </p>
      )}
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders Markdown and escapes HTML
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}

/** Scrolls the preview to the block in which the caret is, unless that is in view. */
function followCaret(textarea: HTMLTextAreaElement | null, box: HTMLElement | null): void {
  if (!textarea || !box || document.activeElement !== textarea) return;
  const line = textarea.value.slice(0, textarea.selectionStart).split('\n').length - 1;
  const blocks = [...box.querySelectorAll<HTMLElement>('[data-line]')];
  const block = blocks.findLast(({ dataset }) => Number(dataset.line) <= line) ?? blocks[0];
  if (!block) return;
  const frame = box.getBoundingClientRect();
  const { top, bottom } = block.getBoundingClientRect();
  if (top >= frame.top && bottom <= frame.bottom) return;
  box.scrollTo({
    top: box.scrollTop + top - frame.top - frame.height / 3,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  });
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Manuscript } from '#contract/manuscript.ts';
import { site } from '#contract/site/lab.ts';
import { blogCategories, limits } from '#contract/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, SelectField, TextField, TextLines } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Connections } from '../parts/connections.tsx';
import { DateTimeField } from '../parts/date-field.tsx';
import { LeadPictureField } from '../parts/lead-picture.tsx';
import { MarkdownPictures } from '../parts/markdown-pictures.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { TagField } from '../parts/tag-field.tsx';
import { browserTimeZone } from '../parts/times.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { LineConflict } from './line-conflict.tsx';
import { pasteAsMarkdown } from './paste.ts';
import { PostBar, type PostDialog } from './post-bar.tsx';
import { labels } from './post-values.ts';
import { Preview } from './preview.tsx';
import { RevisionsDialog } from './revisions-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useWriting, type Writing } from './writing.ts';

interface PostEditorProps {
  /** The manuscript that was loaded. Undefined for a new post. */
  initial: Manuscript | undefined;
  onIdChange(id: string): void;
}

export function PostEditor({ initial, onIdChange }: PostEditorProps) {
  const writing = useWriting(initial, onIdChange);
  const { form, state, merging } = writing;
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<PostDialog>();
  const [view, setView] = useState<'write' | 'preview'>('write');
  const textarea = useRef<HTMLTextAreaElement>(null);
  useSaveKey(writing.saveNow);
  const close = () => setDialog(undefined);
  const openDialog = (next: PostDialog) => {
    if (next === 'schedule') setView('write');
    setDialog(next);
  };
  const title = String(form.values.title ?? '');
  return (
    <div className="post-page">
      <title>{`${title || 'New post'} · ${site.name} staff area`}</title>
      <Form form={form}>
        <PostBar writing={writing} view={view} onView={setView} onDialog={openDialog} />
        <div className="stack editor">
          <TextField name="title" label={labels.title} />
          <div className="writing" data-view={view}>
            <div className="writing-text">
              <LineConflict
                form={form}
                merging={merging}
                waiting={writing.waiting}
                textarea={textarea}
              />
              <MarkdownField textarea={textarea} />
            </div>
            <Preview textarea={textarea} />
          </div>
          <TextLines name="excerpt" label={labels.excerpt} optional />
          <div className="two">
            <TextField name="author" label={labels.author} optional />
            <SelectField name="category" label={labels.category} options={blogCategories} />
            <DateTimeField
              name="publishedAt"
              label={labels.publishedAt}
              help={`Empty: when it is published. Time zone: ${browserTimeZone}`}
              optional
            />
            <NumberField
              name="readTime"
              label={labels.readTime}
              min={limits.minReadTime}
              optional
            />
          </div>
          <TagField name="tags" label={labels.tags} />
          <LeadPictureField />
          <div className="two">
            <TextField name="imageUrl" label={labels.imageUrl} type="url" optional />
            <TextField name="externalUrl" label={labels.externalUrl} type="url" optional />
          </div>
          <Choices
            name="featured"
            type="checkbox"
            label={labels.featured}
            options={[{ value: 'yes', label: 'Show it first on the blog' }]}
            optional
          />
          {state?.blogId && <Connections kind="blogs" id={state.blogId} />}
          <DiscardButton writing={writing} onClick={() => setDialog('discard')} />
        </div>
      </Form>
      {dialog === 'schedule' && <ScheduleDialog writing={writing} onClose={close} />}
      {dialog === 'revisions' && <RevisionsDialog writing={writing} onClose={close} />}
      {dialog === 'discard' && (
        <DiscardDialog writing={writing} onClose={close} onLeave={() => navigate('/admin/blogs')} />
      )}
    </div>
  );
}

/** The field for the Markdown text of the post, and for the pictures in it. Sets the ref `textarea`. */
function MarkdownField({ textarea }: { textarea: RefObject<HTMLTextAreaElement | null> }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    textarea.current = box.current?.querySelector('textarea') ?? null;
  }, [textarea]);
  return (
    <div className="markdown" ref={box} onPaste={pasteAsMarkdown}>
      <TextLines
        name="content"
        label={labels.content}
        help="Markdown: ## headings, *emphasis*, lists, > quotes, ``` code, [^1] footnotes, - [ ] tasks. Formatted text is pasted as Markdown."
        limit={limits.content}
      />
      <MarkdownPictures field="content" />
    </div>
  );
}

function DiscardButton({ writing: { state }, onClick }: { writing: Writing; onClick(): void }) {
  if (!state || state.state === 'published') return null;
  return (
    <div>
      <Button variant="danger" small onClick={onClick}>
        {state.blogId ? 'Discard changes' : 'Delete draft'}
      </Button>
    </div>
  );
}

/** Makes Ctrl+S and ⌘S save the post. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

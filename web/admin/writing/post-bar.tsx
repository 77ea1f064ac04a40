import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { postPath } from '#contract/pages.ts';
import { Link } from '../../link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { timeOrDay } from '../parts/times.ts';
import type { Note } from './autosave.ts';
import { StateBadge } from './state-badge.tsx';
import type { Writing } from './writing.ts';

export type PostDialog = 'schedule' | 'revisions' | 'discard';

interface PostBarProps {
  writing: Writing;
  view: 'write' | 'preview';
  onView(view: 'write' | 'preview'): void;
  onDialog(dialog: PostDialog): void;
}

export function PostBar({ writing, view, onView, onDialog }: PostBarProps) {
  const { form, state, note } = writing;
  const isPublished = state?.state === 'published' && !form.isDirty;
  return (
    <header className="post-bar">
      <div className="post-bar-state">
        <Link
          className={buttonClass({ variant: 'ghost', icon: true })}
          href="/admin/blogs"
          aria-label="Back to all blogs"
        >
          <ArrowLeft className="i" aria-hidden="true" />
        </Link>
        <h1>{state?.blogId ? 'Edit post' : state ? 'Edit draft' : 'New post'}</h1>
        <StateBadge
          {...(state ?? { state: 'draft', scheduledFor: null, timeZone: null })}
          {...(state?.state === 'published' && form.isDirty && { state: 'changed' })}
        />
        <SavedNote note={note} isDirty={form.isDirty} savedAt={state?.savedAt ?? null} />
      </div>
      <div className="post-bar-acts">
        <Button
          small
          variant="ghost"
          className="view-switch"
          aria-pressed={view === 'preview'}
          onClick={() => onView(view === 'preview' ? 'write' : 'preview')}
        >
          Preview
        </Button>
        {state && (
          <Button small variant="ghost" onClick={() => onDialog('revisions')}>
            Revisions
          </Button>
        )}
        {isPublished ? (
          <a
            className={buttonClass({ variant: 'ghost', small: true }, 'long')}
            href={postPath({ id: state.blogId ?? '' })}
            target="_blank"
            rel="noopener noreferrer"
          >
            View
            <ArrowUpRight className="i" aria-hidden="true" />
          </a>
        ) : (
          <Button small onClick={() => onDialog('schedule')}>
            {state?.state === 'scheduled' ? 'Reschedule' : 'Schedule'}
          </Button>
        )}
        <Button small type="submit" aria-keyshortcuts="Control+S Meta+S" onClick={writing.onSave}>
          {state?.blogId ? 'Save' : 'Save draft'}
        </Button>
        <Button
          small
          variant="primary"
          busy={form.sending && 'Saving...'}
          onClick={() => {
            // Publishing may ask about conflicts and pictures. These questions are in the view `write`.
            onView('write');
            writing.publish();
          }}
        >
          {state?.state === 'scheduled' ? (
            'Publish now'
          ) : state?.blogId ? (
            <>
              <span className="long">Publish changes</span>
              <span className="short">Publish</span>
            </>
          ) : (
            'Publish'
          )}
        </Button>
      </div>
    </header>
  );
}

interface SavedNoteProps {
  note: Note | undefined;
  isDirty: boolean;
  savedAt: string | null;
}

/** Shows the state of the last save. Screen readers announce only a save that failed or got no response. */
function SavedNote({ note, isDirty, savedAt }: SavedNoteProps) {
  const isTrouble = note?.kind === 'failed' || note?.kind === 'waiting';
  return (
    <p className="saved-note" data-trouble={isTrouble || undefined}>
      <span role="status">{isTrouble && textOf(note)}</span>
      {!isTrouble &&
        (note?.kind === 'saving'
          ? 'Saving…'
          : isDirty
            ? 'Not saved yet'
            : savedAt && `Saved ${timeOrDay(savedAt)}`)}
    </p>
  );
}

const textOf = (note: Note) =>
  note.kind === 'failed'
    ? `Not saved: ${note.why}`
    : 'Not saved: the server does not answer. Your text is kept in this tab, and sent again.';

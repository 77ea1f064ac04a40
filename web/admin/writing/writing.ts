import { useEffect, useRef, useState } from 'react';
import {
  CompletePost,
  type Manuscript,
  type ManuscriptState,
  PostFields,
  type Publication,
  type Revision,
  type RevisionSummary,
} from '#contract/manuscript.ts';
import { statusOf } from '../../api/client.ts';
import { useQueryCache } from '../../api/query-cache.ts';
import * as sources from '../../api/sources.ts';
import { refusalOf } from '../../api/submit.ts';
import { type FieldErrors, useDraftForm } from '../../ui/draft-form.ts';
import { hasChanges, isBlank, type Values, valuesOf } from '../../ui/form-values.ts';
import { recordingSent, useDraftName, useWarning } from '../parts/editing.ts';
import { undescribedOf } from '../parts/markdown-text.ts';
import { merge } from '../parts/merge.ts';
import { showSaved } from '../parts/saved.ts';
import { useWrite } from '../parts/saving.ts';
import { isRefused, showFailure, showRefusal, useRequest } from '../request.ts';
import { type Note, useAutosave } from './autosave.ts';
import { useMerging } from './merging.ts';
import { emptyValues, labels, toPost, toValues } from './post-values.ts';

type SaveKind = 'autosaved' | 'saved' | 'restored';

export type Writing = ReturnType<typeof useWriting>;

const base = '/api/admin/manuscripts';

/** Refuses undescribed pictures in the text, so that the editor asks for descriptions. The API does not refuse them. */
const PublishablePost = CompletePost.refine(({ content }) => undescribedOf(content).length === 0, {
  path: ['pictures'],
});
const pathOf = (id: string) => `${base}/${encodeURIComponent(id)}`;

/**
 * The state and the actions of the post editor. Typed text is autosaved on the server as a manuscript, and merged with
 * the changes of other users. `initial` is undefined for a new post, whose manuscript the first save creates.
 * `onIdChange` gets the new id when the path of the editor must change.
 */
export function useWriting(initial: Manuscript | undefined, onIdChange: (id: string) => void) {
  const request = useRequest();
  const write = useWrite();
  const cache = useQueryCache();
  const [state, setState] = useState<ManuscriptState | undefined>(initial);
  const savedState = useRef<ManuscriptState | undefined>(initial);
  const publishedAt = useRef(initial?.post.publishedAt ?? null);
  /** The version of the published post that was merged into the text. Undefined again after the next save. */
  const mergedWith = useRef<number>(undefined);
  const [note, setNote] = useState<Note>();
  const wanted = useRef<Publication>(undefined);
  /** The publication that continues when the user has decided all conflicts. */
  const [waiting, setWaiting] = useState<Publication>();
  const form = useDraftForm<object>({
    name: useDraftName(`blog:${state?.blogId ?? state?.id ?? 'new'}`),
    schema: async () =>
      wanted.current || savedState.current?.state === 'scheduled' ? PublishablePost : PostFields,
    initial: initial ? toValues(initial.post) : emptyValues,
    version: initial?.version,
    toDraft: (values) => toPost(values, publishedAt.current),
    quiet: true,
    send,
  });
  const merging = useMerging(form, () => form.ref.current?.requestSubmit());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = queue.current.then(work);
    queue.current = turn.catch(() => {});
    return turn;
  };
  /**
   * Drops the cached list of manuscripts. If the user has already left the editor for the list, fetches it again
   * instead.
   */
  const refreshList = () => cache.invalidatePath(base);
  useWarning(form.isDirty);
  useAutosave(form, note?.kind, merging.conflict === undefined, () => {
    const values = valuesOf(form.ref.current);
    const isEmpty = ['title', 'excerpt', 'content'].every((field) => isBlank(values[field]));
    if (savedState.current || !isEmpty) inTurn(() => save('autosaved'));
  });

  // Saves unsaved text when the editor is unmounted before an autosave, then deletes the draft in sessionStorage. Sends
  // nothing and keeps the draft for a new post without a manuscript, during a conflict, and if a field is invalid.
  const saveOnUnmount = useRef(() => {});
  saveOnUnmount.current = () => {
    const parsed = PostFields.safeParse(toPost(form.values, publishedAt.current));
    if (!form.isDirty || !savedState.current || merging.conflict || !parsed.success) return;
    const body = { ...parsed.data, kind: 'autosaved' };
    const { id } = savedState.current;
    inTurn(() => write(base, id, { body, version: form.base.current.version, isRepeat: false }))
      .then(form.discard, () => {})
      .finally(refreshList);
  };
  useEffect(() => () => saveOnUnmount.current(), []);

  function setSavedState(next: ManuscriptState): void {
    savedState.current = next;
    setState(next);
  }

  /** Saves the text. After a 412 it merges and tries again. Returns true on success, even if the user types on. */
  async function save(kind: SaveKind, tries = 3): Promise<boolean> {
    if (!form.ref.current) return false;
    if (merging.current.current) {
      setNote(undecided);
      if (kind !== 'autosaved') focusConflict();
      return false;
    }
    const values = valuesOf(form.ref.current);
    const before = form.base.current;
    const isSaved = !hasChanges(values, before.values) && mergedWith.current === undefined;
    if (isSaved && savedState.current) return true;
    const parsed = PostFields.safeParse(toPost(values, publishedAt.current));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const label = labels[String(issue?.path[0]) as keyof typeof labels];
      setNote({ kind: 'failed', why: `${label}: ${issue?.message}` });
      return false;
    }
    setNote({ kind: 'saving' });
    try {
      const body = { ...parsed.data, kind, blogVersion: mergedWith.current };
      const saved = (await recordingSent(form, (isRepeat) =>
        write(base, savedState.current?.id, { body, version: before.version, isRepeat }),
      )) as ManuscriptState;
      mergedWith.current = undefined;
      const isFirst = savedState.current === undefined;
      if (isFirst) form.discard();
      form.rebase({ values, version: saved.version }, valuesOf(form.ref.current));
      setSavedState(saved);
      setNote({ kind: 'saved', at: saved.savedAt ?? '' });
      refreshList();
      if (isFirst && form.ref.current) onIdChange(saved.id);
      return true;
    } catch (error) {
      if (statusOf(error) === 412 && tries > 0 && (await mergeLatest()))
        return save(kind, tries - 1);
      const isAsked = merging.current.current !== undefined;
      setNote(isAsked ? undecided : noteOf(error));
      if (isAsked && kind !== 'autosaved') focusConflict();
      return false;
    }
  }

  const readLatest = async (): Promise<Manuscript> =>
    (await request('GET', pathOf(savedState.current?.id ?? ''))) as Manuscript;

  /** Merges the text with the latest saved state. Returns true if the merge has no conflicts. */
  async function mergeLatest(): Promise<boolean> {
    const latest = await readLatest().catch(() => undefined);
    if (!latest || !form.ref.current) return false;
    setSavedState(latest);
    publishedAt.current = latest.post.publishedAt;
    const theirs = toValues(latest.post);
    if (latest.version === form.base.current.version) return mergePublished(latest);
    return merging.mergeWith({
      ancestor: form.base.current,
      theirs,
      by: latest.savedBy,
      settle: () =>
        form.rebase({ values: theirs, version: latest.version }, valuesOf(form.ref.current)),
    });
  }

  /**
   * Merges the text with the published post, if the post was changed through the API and not from this manuscript. The
   * common ancestor is the published version from which the manuscript started.
   */
  async function mergePublished({ blogId, blogVersion, publishedVersion }: Manuscript) {
    if (!blogId || publishedVersion === null || publishedVersion === blogVersion) return false;
    const list = (await request('GET', `${pathOf(blogId)}/revisions`)) as RevisionSummary[];
    const startRevision = list.find((each) => each.blogVersion === blogVersion);
    if (!startRevision) return false;
    const ancestor = (await request('GET', `/api/admin/revisions/${startRevision.id}`)) as Revision;
    const published = PostFields.parse(await request('GET', sources.blog(blogId).path));
    return merging.mergeWith({
      ancestor: { values: toValues(ancestor.post) },
      theirs: toValues(published),
      by: null,
      settle: () => {
        mergedWith.current = publishedVersion;
      },
    });
  }

  async function send(): Promise<FieldErrors | undefined> {
    const publication = wanted.current;
    setWanted(undefined);
    return inTurn(async () => {
      if (await save('saved')) return publication ? publish(publication) : undefined;
      if (merging.current.current) setWanted(publication);
      return {};
    });
  }

  function setWanted(publication: Publication | undefined): void {
    wanted.current = publication;
    setWaiting(publication);
  }

  async function publish(publication: Publication, tries = 1): Promise<FieldErrors | undefined> {
    const { id = '', version, blogId } = savedState.current ?? {};
    try {
      await request('PUT', `${pathOf(id)}/publication`, { body: publication, version });
    } catch (error) {
      const isMerged = statusOf(error) === 412 && tries > 0 && (await mergeLatest());
      if (isMerged && (await save('saved'))) return publish(publication, tries - 1);
      if (merging.current.current) {
        setWanted(publication);
        focusConflict();
        return {};
      }
      const { fields = {}, error: text } = refusalOf(error) ?? {};
      const why = Object.values(fields)[0] ?? text ?? 'Your text is saved. Please try again.';
      showFailure(error, blogId ? 'Failed to update blog' : 'Failed to create blog', why);
      return fields;
    }
    await takeOverIfRead();
    const title = String(form.base.current.values.title);
    showSaved(publication.scheduledFor ? 'Post scheduled' : 'Post published', title);
    return undefined;
  }

  /** Loads the saved state into the form, but keeps text that was typed in the meantime. */
  async function takeOver(): Promise<void> {
    refreshList();
    cache.invalidate('/api/blogs');
    const latest = await readLatest();
    publishedAt.current = latest.post.publishedAt;
    const values = toValues(latest.post);
    const mine = valuesOf(form.ref.current);
    const merged: Values = merge(form.base.current, mine, values, Object.keys(labels)).values;
    const hasMoved = latest.blogId !== savedState.current?.blogId;
    if (hasMoved) form.discard();
    form.rebase({ values, version: latest.version }, merged);
    setSavedState(latest);
    if (latest.blogId && hasMoved && form.ref.current) onIdChange(latest.blogId);
  }

  /** Ignores a failure: the post is already published or unscheduled. The next save merges with the saved state. */
  const takeOverIfRead = () => takeOver().catch(() => {});

  /** Sends a request without a body, to end a schedule or to discard the manuscript. Returns false after a failure. */
  async function act(method: string, path: string, failure: string): Promise<boolean> {
    try {
      await inTurn(() =>
        request(method, pathOf(savedState.current?.id ?? '') + path, {
          version: savedState.current?.version,
        }),
      );
      return true;
    } catch (error) {
      showRefusal(error, failure, 'Nothing was changed. Please try again.');
      return false;
    }
  }

  return {
    form,
    state,
    note,
    merging,
    waiting,
    /** Drops a publication that waits for decisions, or whose validation has failed, so that Save only saves. */
    onSave: () => setWanted(undefined),
    saveNow() {
      setWanted(undefined);
      form.ref.current?.requestSubmit();
    },
    publish(publication: Publication = { scheduledFor: null, timeZone: null }) {
      setWanted(publication);
      form.ref.current?.requestSubmit();
    },
    async unschedule() {
      if (await act('DELETE', '/publication', 'Failed to end the schedule')) await takeOverIfRead();
    },
    /**
     * Deletes the draft, or the unpublished changes of a post. Resolves to 'left' if there is no text to show, because
     * the draft is deleted or the published text could not be loaded.
     */
    async discard(): Promise<'failed' | 'shown' | 'left'> {
      if (!(await act('DELETE', '', 'Failed to discard'))) return 'failed';
      form.discard();
      refreshList();
      const latest = savedState.current?.blogId
        ? await readLatest().catch(() => undefined)
        : undefined;
      if (!latest) {
        // The discarded text becomes the base, because a form that is not dirty saves nothing when it is unmounted.
        form.rebase({ ...form.base.current, values: valuesOf(form.ref.current) });
        return 'left';
      }
      form.rebase({ values: toValues(latest.post), version: latest.version });
      setSavedState(latest);
      return 'shown';
    },
    async restore({ post }: Revision) {
      form.set(toValues(post));
      return inTurn(() => save('restored'));
    },
  };
}

const undecided: Note = { kind: 'failed', why: 'choose what to keep' };

const focusConflict = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.conflict')?.focus());

function noteOf(error: unknown): Note {
  if (!isRefused(error)) return { kind: 'waiting' };
  if (statusOf(error) === 404) return { kind: 'failed', why: 'somebody has deleted this post' };
  const { fields = {}, error: text } = refusalOf(error) ?? {};
  return { kind: 'failed', why: Object.values(fields)[0] ?? text ?? 'the server refused it' };
}

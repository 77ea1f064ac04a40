import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { logLimits } from '#contract/hours.ts';
import {
  LogEntryChange,
  LogEntryDraft,
  type StaffLogEntry,
  type StaffLogPage,
} from '#contract/log.ts';
import { site } from '#contract/site/lab.ts';
import { type Source, useOptionalQuery, useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { useSteadyQuery } from '../api/steady-query.ts';
import { today } from '../dates.ts';
import { Day } from '../day.tsx';
import { Link } from '../link.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField, TextLines } from '../ui/field.tsx';
import type { Values } from '../ui/form-values.ts';
import { spentHours } from '../ui/spent-hours.ts';
import { Empty } from '../ui/states.tsx';
import { EntryActs, UnsavedMark } from './parts/acts.tsx';
import { ConfirmDelete, ignoreNotFound } from './parts/confirm-delete.tsx';
import { useLastSeen } from './parts/content.ts';
import { DateField } from './parts/date-field.tsx';
import { useEditing } from './parts/editing.ts';
import { Editor } from './parts/editor.tsx';
import { Gone } from './parts/gone.tsx';
import { NumberField } from './parts/number-field.tsx';
import { numberOr } from './parts/number-or.ts';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { addressOf, useSaving } from './parts/saving.ts';
import { SelectFilter } from './parts/select-filter.tsx';
import { useRequest } from './request.ts';

const kind = 'log entry';
const list = addressOf(kind);

const pageOf = (pod: string, before: string): Source<StaffLogPage> => ({
  path: `${list}?${new URLSearchParams({ limit: '24', ...(pod && { pod }), ...(before && { before }) })}`,
});

/** The page on which staff write, change and delete flight log entries, of all pods or of one pod. */
export default function Log() {
  const pods = useQuery(sources.pods);
  const [pod, setPod] = useAddressParam('pod');
  const [before, setBefore] = useAddressParam('before');
  const [editing, setEditing] = useAddressParam('edit');
  const [deleting, setDeleting] = useState<StaffLogEntry>();
  const chosen = pods.find(({ id }) => id === pod);
  const source = pageOf(chosen?.id ?? '', before ?? '');
  const { data: page } = useSteadyQuery(source, '');
  const edited = useLastSeen(page.items, editing);
  const refresh = useRefreshedLog(source);
  const cache = useQueryCache();
  const request = useRequest();
  const close = () => setEditing(null);
  return (
    <>
      <p className="back-link">
        <Link className="link" href="/admin/pods">
          <ArrowLeft className="i" aria-hidden="true" />
          Pods
        </Link>
      </p>
      <PageHead
        title="Flight log"
        about="What each pod did in a week, in two or three sentences, and the hours it spent. Visitors read it."
        action={
          <>
            <UnsavedMark name={`${kind}:new`} />
            <Button variant="primary" onClick={() => setEditing('new')}>
              <Plus className="i" aria-hidden="true" />
              Add Entry
            </Button>
          </>
        }
      />
      <div className="cluster admin-toolbar">
        <SelectFilter
          label="Pod"
          all="All pods"
          value={chosen?.id ?? ''}
          values={pods.map(({ id }) => id)}
          labelOf={(id) => pods.find((each) => each.id === id)?.name ?? id}
          onChange={(id) => {
            setBefore(null);
            setPod(id || null);
          }}
        />
        {chosen && <SpentHours pod={chosen.id} />}
      </div>
      {page.items.length === 0 ? (
        <Empty title="No log entries found">Write down what the pod did this week.</Empty>
      ) : (
        <section className="panel list" aria-label="Log entries">
          {page.items.map((entry) => (
            <article key={entry.id} className="entry">
              <div className="top">
                <h2 dir="auto">{entry.podName}</h2>
                <span className="label">
                  <Day date={entry.date} />
                </span>
              </div>
              <p className="pre-line" dir="auto">
                {entry.text}
              </p>
              <p className="meta">
                <span>{spentHours(entry)}</span>
                <span>
                  by <bdi>{entry.author}</bdi>
                </span>
              </p>
              <div className="act">
                <EntryActs
                  name={nameOf(entry)}
                  onEdit={() => setEditing(entry.id)}
                  onDelete={() => setDeleting(entry)}
                />
                <UnsavedMark name={`${kind}:${entry.id}`} />
              </div>
            </article>
          ))}
        </section>
      )}
      {(before || page.hasMore) && (
        <nav className="show-more" aria-label="Pages of the log">
          {before && <Button onClick={() => setBefore(null)}>Newest entries</Button>}
          {page.hasMore && (
            <Button onClick={() => setBefore(page.items.at(-1)?.id ?? null)}>Older entries</Button>
          )}
        </nav>
      )}
      {editing && editing !== 'new' && !edited && <Gone kind={kind} onClose={close} />}
      {(editing === 'new' || edited) && (
        <EntryEditor
          key={editing}
          entry={edited}
          pods={pods}
          podId={chosen?.id ?? ''}
          refresh={refresh}
          onClose={close}
        />
      )}
      {deleting && (
        <ConfirmDelete
          kind={kind}
          name={nameOf(deleting)}
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await ignoreNotFound(request('DELETE', addressOf(kind, deleting.id)));
            cache.update(source, ({ items, ...rest }) => ({
              ...rest,
              items: items.filter(({ id }) => id !== deleting.id),
            }));
            await refresh(deleting.id);
          }}
        />
      )}
    </>
  );
}

const nameOf = ({ podName, date }: StaffLogEntry) => `${podName}, ${date}`;

/** Returns a function that refreshes the log, and resolves to the entry `id`, or to undefined if `source` lacks it. */
function useRefreshedLog(source: Source<StaffLogPage>) {
  const cache = useQueryCache();
  return async (id: string | undefined): Promise<StaffLogEntry | undefined> => {
    await Promise.all([cache.invalidate(list), cache.invalidate('/api/pods/')]);
    const { items } = (await cache.get(source.path)) as StaffLogPage;
    return items.find((entry) => entry.id === id);
  };
}

function SpentHours({ pod }: { pod: string }) {
  const log = useOptionalQuery(sources.podLog(pod, ''));
  if (!log) return null;
  return (
    <p className="label">
      {log.mvpHours} of {site.hours.mvp} h MVP phase, {log.extendedHours} of {site.hours.extended} h
      extended phase
    </p>
  );
}

const labels = {
  podId: 'Pod',
  date: 'Date',
  text: 'What happened',
  mvpHours: 'MVP hours',
  extendedHours: 'Extended hours',
};

const valuesOf = (entry: StaffLogEntry): Values => ({
  podId: entry.podId,
  date: entry.date,
  text: entry.text,
  mvpHours: String(entry.mvpHours),
  extendedHours: String(entry.extendedHours),
});

interface EntryEditorProps {
  entry: StaffLogEntry | undefined;
  pods: { id: string; name: string }[];
  /** The id of the pod that is preselected for a new entry. Empty if no pod is preselected. */
  podId: string;
  refresh(id: string | undefined): Promise<StaffLogEntry | undefined>;
  onClose(): void;
}

function EntryEditor({ entry, pods, podId, refresh, onClose }: EntryEditorProps) {
  const saving = useSaving(
    kind,
    entry,
    valuesOf,
    () => refresh(entry?.id),
    (body) => pods.find(({ id }) => id === (body as LogEntryDraft).podId)?.name ?? '',
  );
  const editing = useEditing({
    ...saving,
    saved: saving.saved ?? { values: { podId, date: today(), mvpHours: '0', extendedHours: '0' } },
    schema: entry ? LogEntryChange : LogEntryDraft,
    toDraft: ({ date, ...values }) => ({
      ...values,
      ...(date && { date }),
      mvpHours: numberOr(values.mvpHours, 0),
      extendedHours: numberOr(values.extendedHours, 0),
    }),
    labels,
    onDone: onClose,
  });
  return (
    <Editor
      title={entry ? `Edit ${nameOf(entry)}` : 'Add log entry'}
      editing={editing}
      onClose={onClose}
    >
      <div className="two">
        <SelectField
          name="podId"
          label={labels.podId}
          options={pods.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Choose a pod"
        />
        <DateField name="date" label={labels.date} optional />
      </div>
      <TextLines
        name="text"
        label={labels.text}
        help="Two or three sentences, for visitors."
        limit={logLimits.text}
      />
      <div className="two">
        <NumberField
          name="mvpHours"
          label={labels.mvpHours}
          help={`Whole or half hours, of the first ${site.hours.mvp}.`}
          min={logLimits.minHours}
          max={logLimits.maxHours}
          optional
        />
        <NumberField
          name="extendedHours"
          label={labels.extendedHours}
          help={`Whole or half hours, of the ${site.hours.extended} after them.`}
          min={logLimits.minHours}
          max={logLimits.maxHours}
          optional
        />
      </div>
    </Editor>
  );
}

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Milestone, MilestoneChange, MilestoneDraft } from '#contract/milestone.ts';
import { milestoneTypes } from '#contract/vocabulary.ts';
import { useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { today } from '../dates.ts';
import { Day } from '../day.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField, TextLines } from '../ui/field.tsx';
import type { Values } from '../ui/form-values.ts';
import { EntryActs, UnsavedMark } from './parts/acts.tsx';
import { ConfirmDelete, ignoreNotFound } from './parts/confirm-delete.tsx';
import { useLastSeen } from './parts/content.ts';
import { DateField } from './parts/date-field.tsx';
import { useEditing } from './parts/editing.ts';
import { Editor } from './parts/editor.tsx';
import { Gone } from './parts/gone.tsx';
import { useAddressParam } from './parts/params.ts';
import { useRefreshed, useSaving } from './parts/saving.ts';
import { useRequest } from './request.ts';

/** Lists the milestones, which the home page shows as the journey of the lab. Admins edit them here. */
export function Milestones() {
  const milestones = useQuery(sources.milestones);
  const cache = useQueryCache();
  const request = useRequest();
  const [editing, setEditing] = useAddressParam('milestone');
  const [deleting, setDeleting] = useState<Milestone>();
  const edited = useLastSeen(milestones, editing);
  const close = () => setEditing(null);
  return (
    <>
      <div className="row">
        <h2 className="h-sub">Milestones</h2>
        <span className="row">
          <UnsavedMark name="milestone:new" />
          <Button small onClick={() => setEditing('new')}>
            <Plus className="i" aria-hidden="true" />
            Add Milestone
          </Button>
        </span>
      </div>
      <section className="panel list" aria-label="Milestones">
        {milestones.map((milestone) => (
          <article key={milestone.id} className="entry">
            <div className="top">
              <h3 dir="auto">{milestone.title}</h3>
              <span className="label">
                <Day date={milestone.date} /> · {milestone.type}
              </span>
            </div>
            <p dir="auto">{milestone.description}</p>
            <div className="act">
              <EntryActs
                name={milestone.title}
                onEdit={() => setEditing(milestone.id)}
                onDelete={() => setDeleting(milestone)}
              />
              <UnsavedMark name={`milestone:${milestone.id}`} />
            </div>
          </article>
        ))}
      </section>
      {editing && editing !== 'new' && !edited && <Gone kind="milestone" onClose={close} />}
      {(editing === 'new' || edited) && (
        <MilestoneEditor key={editing} milestone={edited} onClose={close} />
      )}
      {deleting && (
        <ConfirmDelete
          kind="milestone"
          name={deleting.title}
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await ignoreNotFound(request('DELETE', `/api/admin/milestones/${deleting.id}`));
            cache.update(sources.milestones, (list) => list.filter(({ id }) => id !== deleting.id));
            // Ignores a failed refresh, because the deletion has succeeded.
            await cache.refresh(sources.milestones.path).catch(() => {});
          }}
        />
      )}
    </>
  );
}

const labels = { title: 'Title', description: 'Description', date: 'Date', type: 'Type' };

const valuesOf = ({ title, description, date, type }: Milestone): Values => ({
  title,
  description,
  date,
  type,
});

function MilestoneEditor({
  milestone,
  onClose,
}: {
  milestone: Milestone | undefined;
  onClose(): void;
}) {
  const saving = useSaving(
    'milestone',
    milestone,
    valuesOf,
    useRefreshed(sources.milestones, milestone?.id),
  );
  const editing = useEditing({
    ...saving,
    saved: saving.saved ?? { values: { type: 'milestone', date: today() } },
    schema: milestone ? MilestoneChange : MilestoneDraft,
    toDraft: ({ date, ...values }) => ({ ...values, ...(date && { date }) }),
    labels,
    onDone: onClose,
  });
  return (
    <Editor
      title={milestone ? `Edit ${milestone.title}` : 'Add milestone'}
      editing={editing}
      onClose={onClose}
    >
      <TextField name="title" label={labels.title} />
      <TextLines name="description" label={labels.description} />
      <div className="two">
        <DateField name="date" label={labels.date} optional />
        <SelectField name="type" label={labels.type} options={milestoneTypes} />
      </div>
    </Editor>
  );
}

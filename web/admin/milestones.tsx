import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Milestone, MilestoneChange, MilestoneDraft } from '#contract/milestone.ts';
import { limits, milestoneTypes } from '#contract/vocabulary.ts';
import { useRead, useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { today } from '../dates.ts';
import { Day } from '../day.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import type { Values } from '../ui/form.tsx';
import { ConfirmDelete, deleted } from './parts/confirm-delete.tsx';
import { useRefreshed, useSaving } from './parts/content.tsx';
import { Editor } from './parts/editor.tsx';
import { useAddressParam } from './parts/params.ts';
import { useRequest } from './request.ts';

/** The journey on the home page. It has no page of its own here: admins edit it on the dashboard. */
export function Milestones() {
  const milestones = useRead(sources.milestones);
  const reads = useReads();
  const request = useRequest();
  const [editing, setEditing] = useAddressParam('milestone');
  const [deleting, setDeleting] = useState<Milestone>();
  const edited = milestones.find(({ id }) => id === editing);
  return (
    <>
      <div className="row">
        <h2 className="h-sub">Milestones</h2>
        <Button small onClick={() => setEditing('new')}>
          <Plus className="i" aria-hidden="true" />
          Add Milestone
        </Button>
      </div>
      <section className="list" aria-label="Milestones">
        {milestones.map((milestone) => (
          <article key={milestone.id} className="entry">
            <div className="top">
              <h3>{milestone.title}</h3>
              <span className="label">
                <Day date={milestone.date} /> · {milestone.type}
              </span>
            </div>
            <p>{milestone.description}</p>
            <div className="act">
              <Button
                small
                aria-label={`Edit ${milestone.title}`}
                onClick={() => setEditing(milestone.id)}
              >
                Edit
              </Button>
              <Button
                small
                variant="danger"
                aria-label={`Delete ${milestone.title}`}
                onClick={() => setDeleting(milestone)}
              >
                Delete
              </Button>
            </div>
          </article>
        ))}
      </section>
      {(editing === 'new' || edited) && (
        <MilestoneEditor key={editing} milestone={edited} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <ConfirmDelete
          kind="milestone"
          name={deleting.title}
          failure="Failed to delete milestone"
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await deleted(request('DELETE', `/api/admin/milestones/${deleting.id}`));
            reads.update(sources.milestones, (list) => list.filter(({ id }) => id !== deleting.id));
            // It is done, whether or not the list can be had just now.
            await reads.refresh(sources.milestones.path).catch(() => {});
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
  return (
    <Editor
      {...saving}
      title={milestone ? `Edit ${milestone.title}` : 'Add milestone'}
      initial={milestone ? valuesOf(milestone) : { type: 'milestone', date: today() }}
      schema={milestone ? MilestoneChange : MilestoneDraft}
      toDraft={({ date, ...values }) => ({ ...values, ...(date && { date }) })}
      labels={labels}
      onClose={onClose}
    >
      <TextField name="title" label={labels.title} />
      <TextField name="description" label={labels.description} limit={limits.text} lines />
      <div className="two">
        <TextField name="date" label={labels.date} type="date" optional />
        <SelectField name="type" label={labels.type} options={milestoneTypes} />
      </div>
    </Editor>
  );
}

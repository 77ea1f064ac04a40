import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Pod, PodChange, PodDraft } from '#contract/pod.ts';
import { defaultPodStatus, limits, podStatuses } from '#contract/vocabulary.ts';
import { useRead, useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { useSearchParam } from '../search-params.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import type { Values } from '../ui/form.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Track } from '../ui/track.tsx';
import { ConfirmDelete } from './parts/confirm-delete.tsx';
import { Editor } from './parts/editor.tsx';
import { useGrowing } from './parts/growing.ts';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { TagField, tagsOf } from './parts/tag-field.tsx';
import { asOptions, Toolbar } from './parts/toolbar.tsx';
import { useRequest } from './request.ts';

export default function Pods() {
  const pods = useRead(sources.pods);
  const reads = useReads();
  const request = useRequest();
  const [search, setSearch] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const [editing, setEditing] = useAddressParam('edit');
  const [deleting, setDeleting] = useState<Pod>();
  const wanted = search.trim().toLowerCase();
  const found = pods.filter(
    (pod) =>
      (!status || pod.status === status) &&
      `${pod.name}\n${pod.description}`.toLowerCase().includes(wanted),
  );
  const { shown, hasMore, marker } = useGrowing(found);
  const edited = pods.find(({ id }) => id === editing);
  return (
    <>
      <PageHead
        title="Pods"
        about="Teams, their progress and what they work with."
        action={
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Plus className="i" aria-hidden="true" />
            Add Pod
          </Button>
        }
      />
      <Toolbar
        search={{ label: 'Search name or description', value: search, onChange: setSearch }}
        filter={{
          label: 'Status',
          all: 'All statuses',
          value: status,
          options: asOptions(podStatuses),
          onChange: setStatus,
        }}
      />
      {found.length === 0 && <Empty title="No pods found">Try another search, or add one.</Empty>}
      <ul className="grid3">
        {shown.map((pod) => (
          <li key={pod.id}>
            <article className="card admin-card">
              <div className="row">
                <h2 className="title">{pod.name}</h2>
                <StatusBadge status={pod.status} />
              </div>
              <p className="clamp2">{pod.description}</p>
              <Track value={pod.progress} label={`${pod.name} progress`} />
              <p className="meta">
                <span>{pod.teamSize} members</span>
                <span>
                  <Day date={pod.startDate} />
                </span>
              </p>
              <Tags
                tags={pod.technologies}
                limit={3}
                more={(hidden) => `+${hidden} more`}
                label="Technologies"
              />
              <div className="card-acts">
                <Button small aria-label={`Edit ${pod.name}`} onClick={() => setEditing(pod.id)}>
                  Edit
                </Button>
                <Button
                  small
                  variant="danger"
                  aria-label={`Delete ${pod.name}`}
                  onClick={() => setDeleting(pod)}
                >
                  Delete
                </Button>
              </div>
            </article>
          </li>
        ))}
      </ul>
      {hasMore && <div ref={marker} />}
      {(editing === 'new' || edited) && (
        <PodEditor key={editing} pod={edited} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <ConfirmDelete
          kind="pod"
          name={deleting.name}
          failure="Failed to delete pod"
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await request('DELETE', `/api/admin/pods/${encodeURIComponent(deleting.id)}`);
            await reads.refresh(sources.pods.path);
          }}
        />
      )}
    </>
  );
}

const labels = {
  name: 'Name',
  description: 'Description',
  status: 'Status',
  progress: 'Progress',
  teamSize: 'Team size',
  startDate: 'Start date',
  technologies: 'Technologies',
};

const valuesOf = (pod: Pod): Values => ({
  name: pod.name,
  description: pod.description,
  status: pod.status,
  progress: String(pod.progress),
  teamSize: String(pod.teamSize),
  startDate: pod.startDate,
  technologies: pod.technologies.join(','),
});

const today = () => new Date().toISOString().slice(0, 10);
const empty = (): Values => ({
  status: defaultPodStatus,
  progress: '0',
  teamSize: '1',
  startDate: today(),
});

/** What is no number becomes the least there is. */
const numberOr = (value: string | string[] | undefined, fallback: number) => {
  const number = Number.parseFloat(String(value));
  return Number.isFinite(number) ? number : fallback;
};

function PodEditor({ pod, onClose }: { pod: Pod | undefined; onClose(): void }) {
  const request = useRequest();
  const reads = useReads();
  const address = pod && `/api/admin/pods/${encodeURIComponent(pod.id)}`;
  return (
    <Editor
      title={pod ? `Edit ${pod.name}` : 'Add pod'}
      name={`pod:${pod?.id ?? 'new'}`}
      initial={pod ? valuesOf(pod) : empty()}
      schema={pod ? PodChange : PodDraft}
      toDraft={(values) => ({
        ...values,
        progress: numberOr(values.progress, 0),
        teamSize: numberOr(values.teamSize, 1),
        startDate: values.startDate || today(),
        technologies: tagsOf(values.technologies),
        // The form has no field for it: it is carried over.
        ...(pod && { endDate: pod.endDate }),
      })}
      {...(pod && { version: pod.version })}
      save={async (body, version) => {
        if (address) await request('PUT', address, { body, ...(version && { version }) });
        else await request('POST', '/api/admin/pods', { body });
        await reads.refresh(sources.pods.path);
      }}
      readLatest={async () => {
        await reads.refresh(sources.pods.path);
        const all = (await reads.get(sources.pods.path)) as Pod[];
        const latest = all.find(({ id }) => id === pod?.id);
        return latest && { version: latest.version, values: valuesOf(latest) };
      }}
      labels={labels}
      failure={pod ? 'Failed to update pod' : 'Failed to create pod'}
      onClose={onClose}
    >
      <TextField name="name" label={labels.name} />
      <TextField name="description" label={labels.description} limit={limits.text} lines />
      <div className="two">
        <SelectField name="status" label={labels.status} options={podStatuses} />
        <TextField name="startDate" label={labels.startDate} type="date" optional />
        <TextField
          name="progress"
          label={labels.progress}
          type="number"
          min={0}
          max={100}
          optional
        />
        <TextField name="teamSize" label={labels.teamSize} type="number" min={1} optional />
      </div>
      <TagField name="technologies" label={labels.technologies} />
    </Editor>
  );
}

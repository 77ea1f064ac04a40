import { type Pod, PodChange, PodDraft } from '#contract/pod.ts';
import { defaultPodStatus, limits, podStatuses } from '#contract/vocabulary.ts';
import * as sources from '../api/sources.ts';
import { today } from '../dates.ts';
import { Day } from '../day.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import type { Values } from '../ui/form.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Track } from '../ui/track.tsx';
import { ContentPage, useRefreshed, useSaving } from './parts/content.tsx';
import { Editor } from './parts/editor.tsx';
import { TagField, tagsOf } from './parts/tag-field.tsx';

export default function Pods() {
  return (
    <ContentPage
      source={sources.pods}
      kind="pod"
      title="Pods"
      about="Teams, their progress and what they work with."
      searchLabel="Search name or description"
      textOf={(pod) => `${pod.name}\n${pod.description}`}
      nameOf={(pod) => pod.name}
      filter={{ label: 'Status', param: 'status', all: 'All statuses', values: podStatuses }}
      filterOf={(pod) => pod.status}
      card={(pod) => (
        <>
          <div className="row">
            <h2 className="title">{pod.name}</h2>
            <StatusBadge status={pod.status} />
          </div>
          <p className="clamp2">{pod.description}</p>
          <Track value={pod.progress} label={`${pod.name} progress`} status={pod.status} />
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
        </>
      )}
      editor={(pod, onClose) => <PodEditor key={pod?.id} pod={pod} onClose={onClose} />}
    />
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
  const saving = useSaving('pod', pod, valuesOf, useRefreshed(sources.pods, pod?.id));
  return (
    <Editor
      {...saving}
      title={pod ? `Edit ${pod.name}` : 'Add pod'}
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
      labels={labels}
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

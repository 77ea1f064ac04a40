import { type Pod, PodChange, PodDraft } from '#contract/pod.ts';
import { defaultPodStatus, limits, podStatuses } from '#contract/vocabulary.ts';
import * as sources from '../api/sources.ts';
import { today } from '../dates.ts';
import { Day } from '../day.tsx';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { SelectField, TextField, TextLines } from '../ui/field.tsx';
import type { Values } from '../ui/form-values.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Track } from '../ui/track.tsx';
import { Connections } from './parts/connections.tsx';
import { useContent } from './parts/content.ts';
import { AddButton, ContentDialogs, ContentList, ContentToolbar } from './parts/content-list.tsx';
import { DateField } from './parts/date-field.tsx';
import { useEditing } from './parts/editing.ts';
import { Editor } from './parts/editor.tsx';
import { NumberField } from './parts/number-field.tsx';
import { numberOr } from './parts/number-or.ts';
import { PageHead } from './parts/page-head.tsx';
import { useRefreshed, useSaving } from './parts/saving.ts';
import { TagField, tagsOf } from './parts/tag-field.tsx';

export default function Pods() {
  const content = useContent({
    source: sources.pods,
    kind: 'pod',
    nameOf: (pod) => pod.name,
    searchedIn: (pod) => `${pod.name}\n${pod.description}`,
    filter: {
      param: 'status',
      label: 'Status',
      all: 'All statuses',
      values: podStatuses,
      valueOf: (pod) => pod.status,
    },
  });
  return (
    <>
      <PageHead
        title="Pods"
        about="Teams, their progress and what they work with."
        action={<AddButton content={content} />}
      />
      <ContentToolbar content={content} searchLabel="Search name or description" />
      <ContentList
        content={content}
        acts={({ id, name }) => (
          <Link
            className={buttonClass({ small: true })}
            href={`/admin/pods/log?pod=${encodeURIComponent(id)}`}
            aria-label={`Flight log of ${name}`}
          >
            Log
          </Link>
        )}
      >
        {(pod) => (
          <>
            <div className="row">
              <h2 className="title" dir="auto">
                {pod.name}
              </h2>
              <StatusBadge status={pod.status} />
            </div>
            <p className="clamp2" dir="auto">
              {pod.description}
            </p>
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
      </ContentList>
      <ContentDialogs
        content={content}
        consequence="This action cannot be undone. The pod’s flight log is deleted with it."
      >
        {(pod, onClose) => <PodEditor key={pod?.id} pod={pod} onClose={onClose} />}
      </ContentDialogs>
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

const empty = (): Values => ({
  status: defaultPodStatus,
  progress: '0',
  teamSize: '1',
  startDate: today(),
});

function PodEditor({ pod, onClose }: { pod: Pod | undefined; onClose(): void }) {
  const saving = useSaving('pod', pod, valuesOf, useRefreshed(sources.pods, pod?.id));
  const editing = useEditing({
    ...saving,
    saved: saving.saved ?? { values: empty() },
    schema: pod ? PodChange : PodDraft,
    toDraft: (values) => ({
      ...values,
      progress: numberOr(values.progress, 0),
      teamSize: numberOr(values.teamSize, 1),
      startDate: values.startDate || today(),
      technologies: tagsOf(values.technologies),
      // The form has no field for the end date, so the saved one is sent again.
      ...(pod && { endDate: pod.endDate }),
    }),
    labels,
    onDone: onClose,
  });
  return (
    <Editor title={pod ? `Edit ${pod.name}` : 'Add pod'} editing={editing} onClose={onClose}>
      <TextField name="name" label={labels.name} />
      <TextLines name="description" label={labels.description} />
      <div className="two">
        <SelectField name="status" label={labels.status} options={podStatuses} />
        <DateField name="startDate" label={labels.startDate} optional />
        <NumberField
          name="progress"
          label={labels.progress}
          min={limits.minProgress}
          max={limits.maxProgress}
          optional
        />
        <NumberField name="teamSize" label={labels.teamSize} min={limits.minTeamSize} optional />
      </div>
      <TagField name="technologies" label={labels.technologies} />
      {pod && <Connections kind="pods" id={pod.id} />}
    </Editor>
  );
}

import { ArrowUpRight } from 'lucide-react';
import { type App, AppChange, AppDraft } from '#contract/app.ts';
import type { Idea } from '#contract/idea.ts';
import {
  appCategories,
  appStatuses,
  defaultAppCategory,
  defaultAppStatus,
} from '#contract/vocabulary.ts';
import { type Source, usePrefetch, useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { SelectField, TextField, TextLines } from '../ui/field.tsx';
import type { Values } from '../ui/form-values.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Connections, connectionSource } from './parts/connections.tsx';
import { useContent } from './parts/content.ts';
import { AddButton, ContentDialogs, ContentList, ContentToolbar } from './parts/content-list.tsx';
import { useEditing } from './parts/editing.ts';
import { Editor } from './parts/editor.tsx';
import { FetchedDialog } from './parts/fetched-dialog.tsx';
import { LeadPictureField, leadDraft, leadLabels, leadValues } from './parts/lead-picture.tsx';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { useRefreshed, useSaving } from './parts/saving.ts';
import { TagField, tagsOf } from './parts/tag-field.tsx';

export default function Apps() {
  const content = useContent({
    source: sources.apps,
    kind: 'app',
    nameOf: (app) => app.name,
    searchedIn: (app) => `${app.name}\n${app.description}`,
    filter: {
      param: 'status',
      label: 'Status',
      all: 'All statuses',
      values: appStatuses,
      valueOf: (app) => app.status,
    },
  });
  return (
    <>
      <PageHead
        title="Apps"
        about="The portfolio: what was built, how far it is, where to try it."
        action={<AddButton content={content} />}
      />
      <ContentToolbar content={content} searchLabel="Search name or description" />
      <ContentList content={content}>
        {(app) => (
          <>
            <div className="row">
              <h2 className="title" dir="auto">
                {app.name}
              </h2>
              <StatusBadge status={app.status} />
            </div>
            <p className="clamp2" dir="auto">
              {app.description}
            </p>
            <span className="badge category-badge" data-g="none">
              {app.category}
            </span>
            <Tags
              tags={app.technologies}
              limit={3}
              more={(hidden) => `+${hidden} more`}
              label="Technologies"
            />
            {app.demoUrl && (
              <a className="link" href={app.demoUrl} target="_blank" rel="noopener noreferrer">
                View Demo
                <ArrowUpRight className="i" aria-hidden="true" />
              </a>
            )}
          </>
        )}
      </ContentList>
      <ContentDialogs content={content}>
        {(app, onClose) => <OpenApp key={app?.id} app={app} onClose={onClose} />}
      </ContentDialogs>
    </>
  );
}

const labels = {
  name: 'Name',
  description: 'Description',
  status: 'Status',
  category: 'Category',
  technologies: 'Technologies',
  demoUrl: 'Demo link',
  githubUrl: 'Source code link',
  podId: 'Pod',
  ...leadLabels,
};

const valuesOf = (app: App): Values => ({
  name: app.name,
  description: app.description,
  status: app.status,
  category: app.category,
  technologies: app.technologies.join(','),
  demoUrl: app.demoUrl ?? '',
  githubUrl: app.githubUrl ?? '',
  podId: app.podId ?? '',
  ...leadValues(app),
});

const empty: Values = { status: defaultAppStatus, category: defaultAppCategory };

interface AppEditorProps {
  app: App | undefined;
  /** The idea that a new app is created from. */
  from?: { id: string; values: Values };
  onClose(): void;
}

/** Opens the editor of an app. A new app is filled in from an idea if the URL has the parameter `idea`. */
function OpenApp({ app, onClose }: Omit<AppEditorProps, 'from'>) {
  const [ideaId, setIdeaId] = useAddressParam('idea');
  function close() {
    setIdeaId(null);
    onClose();
  }
  if (app || !ideaId) return <AppEditor app={app} onClose={close} />;
  return (
    <FetchedDialog title="Add app" kind="idea" onClose={close}>
      <AppFromIdea id={ideaId} onClose={close} />
    </FetchedDialog>
  );
}

function AppFromIdea({ id, onClose }: { id: string; onClose(): void }) {
  const ideaSource: Source<Idea> = { path: `/api/admin/ideas/${encodeURIComponent(id)}` };
  const connections = connectionSource('ideas', id);
  usePrefetch(ideaSource, connections, sources.pods);
  const idea = useQuery(ideaSource);
  const pod = useQuery(connections).find(({ kind }) => kind === 'pods');
  const values = {
    ...empty,
    name: idea.title,
    description: idea.proposedSolution,
    podId: pod?.id ?? '',
  };
  return <AppEditor app={undefined} from={{ id, values }} onClose={onClose} />;
}

function AppEditor({ app, from, onClose }: AppEditorProps) {
  const pods = useQuery(sources.pods);
  const saving = useSaving('app', app, valuesOf, useRefreshed(sources.apps, app?.id));
  const editing = useEditing({
    ...saving,
    ...(from && { name: `${saving.name}:${from.id}` }),
    saved: saving.saved ?? { values: from?.values ?? empty },
    schema: app ? AppChange : AppDraft,
    toDraft: (values) => ({
      ...values,
      technologies: tagsOf(values.technologies),
      ...leadDraft(values),
      ...(from && { ideaId: from.id }),
    }),
    labels,
    onDone: onClose,
  });
  return (
    <Editor title={app ? `Edit ${app.name}` : 'Add app'} editing={editing} onClose={onClose}>
      <TextField name="name" label={labels.name} />
      <TextLines name="description" label={labels.description} />
      <div className="two">
        <SelectField name="status" label={labels.status} options={appStatuses} />
        <SelectField name="category" label={labels.category} options={appCategories} />
      </div>
      <TagField name="technologies" label={labels.technologies} />
      <LeadPictureField />
      <TextField name="demoUrl" label={labels.demoUrl} type="url" optional />
      <div className="two">
        <TextField name="githubUrl" label={labels.githubUrl} type="url" optional />
        <SelectField
          name="podId"
          label={labels.podId}
          options={pods.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="No pod"
          optional
        />
      </div>
      {app && <Connections kind="apps" id={app.id} />}
    </Editor>
  );
}

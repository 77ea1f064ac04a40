import { ArrowUpRight } from 'lucide-react';
import { type App, AppChange, AppDraft } from '#contract/app.ts';
import {
  appCategories,
  appStatuses,
  defaultAppCategory,
  defaultAppStatus,
  limits,
} from '#contract/vocabulary.ts';
import { useRead } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import type { Values } from '../ui/form.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { ContentPage, useRefreshed, useSaving } from './parts/content.tsx';
import { Editor } from './parts/editor.tsx';
import { TagField, tagsOf } from './parts/tag-field.tsx';

export default function Apps() {
  return (
    <ContentPage
      source={sources.apps}
      kind="app"
      title="Apps"
      about="The portfolio: what was built, how far it is, where to try it."
      searchLabel="Search name or description"
      textOf={(app) => `${app.name}\n${app.description}`}
      nameOf={(app) => app.name}
      filter={{ label: 'Status', param: 'status', all: 'All statuses', values: appStatuses }}
      filterOf={(app) => app.status}
      card={(app) => (
        <>
          <div className="row">
            <h2 className="title">{app.name}</h2>
            <StatusBadge status={app.status} />
          </div>
          <p className="clamp2">{app.description}</p>
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
      editor={(app, onClose) => <AppEditor key={app?.id} app={app} onClose={onClose} />}
    />
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
});

const empty: Values = { status: defaultAppStatus, category: defaultAppCategory };

function AppEditor({ app, onClose }: { app: App | undefined; onClose(): void }) {
  const pods = useRead(sources.pods);
  const saving = useSaving('app', app, valuesOf, useRefreshed(sources.apps, app?.id));
  return (
    <Editor
      {...saving}
      title={app ? `Edit ${app.name}` : 'Add app'}
      initial={app ? valuesOf(app) : empty}
      schema={app ? AppChange : AppDraft}
      toDraft={(values) => ({ ...values, technologies: tagsOf(values.technologies) })}
      labels={labels}
      onClose={onClose}
    >
      <TextField name="name" label={labels.name} />
      <TextField name="description" label={labels.description} limit={limits.text} lines />
      <div className="two">
        <SelectField name="status" label={labels.status} options={appStatuses} />
        <SelectField name="category" label={labels.category} options={appCategories} />
      </div>
      <TagField name="technologies" label={labels.technologies} />
      <TextField
        name="demoUrl"
        label={labels.demoUrl}
        type="url"
        limit={limits.url}
        placeholder="https://"
        optional
      />
      <div className="two">
        <TextField
          name="githubUrl"
          label={labels.githubUrl}
          type="url"
          limit={limits.url}
          placeholder="https://"
          optional
        />
        <SelectField
          name="podId"
          label={labels.podId}
          options={pods.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="No pod"
          optional
        />
      </div>
    </Editor>
  );
}

import { ArrowUpRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { type App, AppChange, AppDraft } from '#contract/app.ts';
import {
  appCategories,
  appStatuses,
  defaultAppCategory,
  defaultAppStatus,
  limits,
} from '#contract/vocabulary.ts';
import { useRead, useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { useSearchParam } from '../search-params.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import type { Values } from '../ui/form.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { ConfirmDelete } from './parts/confirm-delete.tsx';
import { Editor } from './parts/editor.tsx';
import { useGrowing } from './parts/growing.ts';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { TagField, tagsOf } from './parts/tag-field.tsx';
import { asOptions, Toolbar } from './parts/toolbar.tsx';
import { useRequest } from './request.ts';

export default function Apps() {
  const apps = useRead(sources.apps);
  const reads = useReads();
  const request = useRequest();
  const [search, setSearch] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const [editing, setEditing] = useAddressParam('edit');
  const [deleting, setDeleting] = useState<App>();
  const wanted = search.trim().toLowerCase();
  const found = apps.filter(
    (app) =>
      (!status || app.status === status) &&
      `${app.name}\n${app.description}`.toLowerCase().includes(wanted),
  );
  const { shown, hasMore, marker } = useGrowing(found);
  const edited = apps.find(({ id }) => id === editing);
  return (
    <>
      <PageHead
        title="Apps"
        about="The portfolio: what was built, how far it is, where to try it."
        action={
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Plus className="i" aria-hidden="true" />
            Add App
          </Button>
        }
      />
      <Toolbar
        search={{ label: 'Search name or description', value: search, onChange: setSearch }}
        filter={{
          label: 'Status',
          all: 'All statuses',
          value: status,
          options: asOptions(appStatuses),
          onChange: setStatus,
        }}
      />
      {found.length === 0 && <Empty title="No apps found">Try another search, or add one.</Empty>}
      <ul className="grid3">
        {shown.map((app) => (
          <li key={app.id}>
            <article className="card admin-card">
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
              <div className="card-acts">
                <Button small aria-label={`Edit ${app.name}`} onClick={() => setEditing(app.id)}>
                  Edit
                </Button>
                <Button
                  small
                  variant="danger"
                  aria-label={`Delete ${app.name}`}
                  onClick={() => setDeleting(app)}
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
        <AppEditor key={editing} app={edited} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <ConfirmDelete
          kind="app"
          name={deleting.name}
          failure="Failed to delete app"
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await request('DELETE', `/api/admin/apps/${encodeURIComponent(deleting.id)}`);
            await reads.refresh(sources.apps.path);
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
  const request = useRequest();
  const reads = useReads();
  const pods = useRead(sources.pods);
  const address = app && `/api/admin/apps/${encodeURIComponent(app.id)}`;
  return (
    <Editor
      title={app ? `Edit ${app.name}` : 'Add app'}
      name={`app:${app?.id ?? 'new'}`}
      initial={app ? valuesOf(app) : empty}
      schema={app ? AppChange : AppDraft}
      toDraft={(values) => ({ ...values, technologies: tagsOf(values.technologies) })}
      {...(app && { version: app.version })}
      save={async (body, version) => {
        if (address) await request('PUT', address, { body, ...(version && { version }) });
        else await request('POST', '/api/admin/apps', { body });
        await reads.refresh(sources.apps.path);
      }}
      readLatest={async () => {
        await reads.refresh(sources.apps.path);
        const all = (await reads.get(sources.apps.path)) as App[];
        const latest = all.find(({ id }) => id === app?.id);
        return latest && { version: latest.version, values: valuesOf(latest) };
      }}
      labels={labels}
      failure={app ? 'Failed to update app' : 'Failed to create app'}
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

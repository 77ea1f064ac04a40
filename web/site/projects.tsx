import { ArrowRight, ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import type { App } from '#contract/app.ts';
import { appCategories } from '#contract/vocabulary.ts';
import { FlightPath } from '../art/flight-path.tsx';
import { Day } from '../day.tsx';
import { Link } from '../link.tsx';
import { useSearchParam } from '../search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Filters } from '../ui/filters.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Category, CategoryIcon } from './category.tsx';
import { SectionHead } from './section-head.tsx';

const all = 'All';
const options = [
  { value: all, label: all },
  ...appCategories.map((category) => ({
    value: category,
    label: category,
    icon: <CategoryIcon category={category} />,
  })),
];

export function Projects({ apps }: { apps: App[] }) {
  const [category, setCategory] = useSearchParam('category');
  const [open, setOpen] = useState<App>();
  const shown = category ? apps.filter((app) => app.category === category) : apps;
  return (
    <section className="section" id="projects" aria-labelledby="projects-heading">
      <div className="wrap">
        <SectionHead id="projects-heading" title="Our Innovation Portfolio">
          Every card carries a flight path of its own. The further along the line, the closer to
          open air: in development, prototype, beta, live.
        </SectionHead>
        <Filters
          label="Category"
          options={options}
          chosen={category || all}
          onChoose={(value) => setCategory(value === all ? '' : value)}
        />
        <p className="sr" role="status">
          {shown.length} {shown.length === 1 ? 'project' : 'projects'}
        </p>
        <div className="mt-8">
          {shown.length === 0 ? (
            <Empty>No apps found in this category yet. Check back soon!</Empty>
          ) : (
            <ul className="grid3">
              {shown.map((app) => (
                <li key={app.id}>
                  <ProjectCard app={app} onOpen={() => setOpen(app)} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {open && <ProjectDialog app={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function ProjectCard({ app, onOpen }: { app: App; onOpen(): void }) {
  return (
    <article className="card project">
      <div className="project-plate">
        <div className="graticule" />
        <FlightPath name={app.name} status={app.status} />
      </div>
      <div className="project-body">
        <div className="row">
          <Category category={app.category} />
          <StatusBadge status={app.status} />
        </div>
        <h3 className="title">{app.name}</h3>
        <p className="clamp2">{app.description}</p>
        <Tags tags={app.technologies} limit={3} label="Technologies" />
        {/* Without scripts, or in a new tab, the same details are a page. */}
        <Link
          className="link"
          href={`/project/${encodeURIComponent(app.id)}`}
          aria-label={`View Details of ${app.name}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen();
          }}
        >
          View Details
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </div>
    </article>
  );
}

function ProjectDialog({ app, onClose }: { app: App; onClose(): void }) {
  return (
    <Dialog
      title={app.name}
      onClose={onClose}
      header={
        <div className="project-plate">
          <div className="graticule" />
          <FlightPath name={app.name} status={app.status} />
        </div>
      }
      above={
        <div className="row mb-4">
          <Category category={app.category} />
          <StatusBadge status={app.status} />
        </div>
      }
    >
      <p className="whitespace-pre-line">{app.description}</p>
      <div className="mt-5">
        <Tags tags={app.technologies} label="Technologies" />
      </div>
      <div className="row mt-6">
        <span className="label">
          Created <Day date={app.createdAt} />
        </span>
        <span className="flex flex-wrap gap-3">
          <Link className={buttonClass()} href={`/project/${encodeURIComponent(app.id)}`}>
            Project page
          </Link>
          {app.demoUrl && (
            <a
              className={buttonClass({ variant: 'primary' })}
              href={app.demoUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              Visit Demo
              <ArrowUpRight className="i i-up" aria-hidden="true" />
            </a>
          )}
        </span>
      </div>
    </Dialog>
  );
}

import { ArrowRight, ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import type { App } from '#contract/app.ts';
import { projectPath } from '#contract/pages.ts';
import { homeWords } from '#contract/site/home.ts';
import { appCategories } from '#contract/vocabulary.ts';

import { LabelledFlightPath } from '../art/flight-path.tsx';
import { Day } from '../day.tsx';
import { isPlainClick, Link } from '../link.tsx';
import { useSearchParam } from '../search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Filters } from '../ui/filters.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Category, CategoryIcon } from './category.tsx';
import { ProjectCard } from './project-card.tsx';
import { SectionHead } from './section-head.tsx';
import { withLanguage } from './with-language.tsx';

const options = [
  { value: '', label: 'All' },
  ...appCategories.map((category) => ({
    value: category,
    label: category,
    icon: <CategoryIcon category={category} />,
  })),
];

export function Projects({ apps }: { apps: App[] }) {
  const [category, setCategory] = useSearchParam('category', appCategories);
  const [open, setOpen] = useState<App>();
  const shown = category ? apps.filter((app) => app.category === category) : apps;
  return (
    <section className="section" id="projects" aria-labelledby="projects-heading">
      <div className="wrap">
        <SectionHead id="projects-heading" title="Our Innovation Portfolio">
          {withLanguage(homeWords.projects)}
        </SectionHead>
        <Filters
          label="Category"
          name="category"
          options={options}
          chosen={category}
          onChoose={setCategory}
          hash="#projects"
        />
        <p className="sr" role="status">
          {shown.length} {shown.length === 1 ? 'project' : 'projects'}
        </p>
        <div className="shown-projects">
          {shown.length === 0 ? (
            <Empty>No apps found in this category yet. Check back soon!</Empty>
          ) : (
            <ul className="grid3">
              {shown.map((app) => (
                <li key={app.id} id={`project-${app.id}`}>
                  <OpeningCard app={app} onOpen={() => setOpen(app)} />
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

function OpeningCard({ app, onOpen }: { app: App; onOpen(): void }) {
  return (
    <ProjectCard app={app}>
      <Tags tags={app.technologies} limit={3} label="Technologies" />
      {/* A plain click opens the dialog. Without scripts, or in a new tab, the link opens the project's page. */}
      <Link
        className="link"
        href={projectPath(app)}
        aria-label={`View Details of ${app.name}`}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen();
        }}
      >
        View Details
        <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </ProjectCard>
  );
}

function ProjectDialog({ app, onClose }: { app: App; onClose(): void }) {
  return (
    <Dialog
      title={app.name}
      onClose={onClose}
      header={<LabelledFlightPath name={app.name} status={app.status} />}
      above={
        <div className="row project-kind">
          <Category category={app.category} />
          <StatusBadge status={app.status} />
        </div>
      }
    >
      <p className="pre-line" dir="auto">
        {app.description}
      </p>
      <div className="project-tags">
        <Tags tags={app.technologies} label="Technologies" />
      </div>
      <div className="row project-end">
        <span className="label">
          Created <Day date={app.createdAt} />
        </span>
        <span className="cluster">
          <Link className={buttonClass()} href={projectPath(app)}>
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

import type { ReactNode } from 'react';
import type { App } from '#contract/app.ts';
import { FlightPath } from '../art/flight-path.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Category } from './category.tsx';
import { LeadImage } from './lead-picture.tsx';

interface ProjectCardProps {
  app: App;
  /** The title. By default the app's name; may be a link. */
  name?: ReactNode;
  children?: ReactNode;
}

export function ProjectCard({ app, name = app.name, children }: ProjectCardProps) {
  return (
    <article className="card project">
      {app.leadPicture ? (
        <div className="project-plate">
          <LeadImage picture={app.leadPicture} sizes="(min-width: 48rem) 32rem, 100vw" />
        </div>
      ) : (
        <FlightPath name={app.name} status={app.status} />
      )}
      <div className="project-body">
        <div className="row">
          <Category category={app.category} />
          <StatusBadge status={app.status} />
        </div>
        <h3 className="title" dir="auto">
          {name}
        </h3>
        <p className="clamp2" dir="auto">
          {app.description}
        </p>
        {children}
      </div>
    </article>
  );
}

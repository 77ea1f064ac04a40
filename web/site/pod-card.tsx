import { Calendar, Users } from 'lucide-react';
import { podPath } from '#contract/pages.ts';
import type { Pod } from '#contract/pod.ts';
import { Day } from '../day.tsx';
import { Link } from '../link.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Track } from '../ui/track.tsx';

export function PodCard({ pod }: { pod: Pod }) {
  return (
    <article className="card pod">
      <div className="pod-main">
        <div className="row">
          <h3 className="title" dir="auto">
            <Link href={podPath(pod)}>{pod.name}</Link>
          </h3>
          <StatusBadge status={pod.status} />
        </div>
        <p dir="auto">{pod.description}</p>
        <Track value={pod.progress} label={`${pod.name} progress`} status={pod.status} />
      </div>
      {pod.technologies.length > 0 && (
        <div className="pod-tags">
          <Tags tags={pod.technologies} limit={3} label="Technologies" />
        </div>
      )}
      <div className="strip">
        <span>
          <Users className="i" aria-hidden="true" />
          {pod.teamSize} members
        </span>
        <span>
          <Calendar className="i" aria-hidden="true" />
          <span>
            Since <Day date={pod.startDate} style="month" />
          </span>
        </span>
      </div>
    </article>
  );
}

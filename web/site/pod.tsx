import { use } from 'react';
import { useSearch } from 'wouter';
import type { LogEntry, PodLog } from '#contract/log.ts';
import { podPath, projectPath } from '#contract/pages.ts';
import type { Pod } from '#contract/pod.ts';
import { useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { breadcrumbs, cardPath, Head, OriginContext } from '../head.tsx';
import { Link } from '../link.tsx';
import type { PageProps } from '../page-props.ts';
import { buttonClass } from '../ui/button.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Track } from '../ui/track.tsx';
import { Fact } from './fact.tsx';
import { FlightLog } from './flight-log.tsx';
import { Fuel } from './fuel.tsx';
import { LinkedIdeas, LinkedPosts } from './lineage.tsx';
import { ObjectHead } from './object-head.tsx';
import { ProjectCard } from './project-card.tsx';
import { ShareLink } from './share-link.tsx';

export default function PodPage({ id }: PageProps) {
  const pod = useQuery(sources.pod(id));
  const { apps, ideas, posts } = useQuery(sources.lineage('pods', pod.id));
  const before = sources.beforeIn(new URLSearchParams(useSearch()));
  const log = useQuery(sources.podLog(id, before));
  return (
    <article>
      <PodHead pod={pod} />
      <header className="page-head project-head">
        <ObjectHead
          back={{ href: '/#pods', label: 'All pods' }}
          badges={<StatusBadge status={pod.status} />}
          title={pod.name}
        />
      </header>
      <div className="wrap project-grid">
        <div>
          <h2 className="sr">About</h2>
          <p className="lead pre-line" dir="auto">
            {pod.description}
          </p>
          {log.total > 0 && (
            <FlightLog log={log}>
              <LogLinks pod={pod} log={log} isOlder={before !== ''} />
            </FlightLog>
          )}
          <h2 className="h-sub">{apps.length === 1 ? 'Its project' : 'Its projects'}</h2>
          {apps.length === 0 ? (
            <p className="muted">Nothing to show yet.</p>
          ) : (
            <ul className="pod-projects">
              {apps.map((app) => (
                <li key={app.id}>
                  <ProjectCard app={app} name={<Link href={projectPath(app)}>{app.name}</Link>} />
                </li>
              ))}
            </ul>
          )}
          <LinkedIdeas title={ideas.length === 1 ? 'Its idea' : 'Its ideas'} ideas={ideas} />
          <LinkedPosts title="Posts about its work" posts={posts} />
        </div>
        <aside className="project-side">
          <section aria-labelledby="stats-heading">
            <h2 className="label" id="stats-heading">
              Pod stats
            </h2>
            <Track value={pod.progress} label={`${pod.name} progress`} status={pod.status} />
            <dl className="facts">
              <Fact term="Team">
                {pod.teamSize} {pod.teamSize === 1 ? 'member' : 'members'}
              </Fact>
              <Fact term="Began">
                <Day date={pod.startDate} />
              </Fact>
              {pod.endDate && (
                <Fact term="Ends">
                  <Day date={pod.endDate} />
                </Fact>
              )}
            </dl>
          </section>
          {log.total > 0 && <Fuel log={log} />}
          {pod.technologies.length > 0 && (
            <section aria-labelledby="technologies-heading">
              <h2 className="label" id="technologies-heading">
                Technologies
              </h2>
              <Tags tags={pod.technologies} label="Technologies" />
            </section>
          )}
          <div className="actions">
            <ShareLink title={pod.name} />
          </div>
        </aside>
      </div>
    </article>
  );
}

/**
 * Links to the other entries of a long log. Does not use `Link`: if `href` is the current path with a hash, `Link`
 * keeps the query of the current URL.
 */
function LogLinks({ pod, log, isOlder }: { pod: Pod; log: PodLog; isOlder: boolean }) {
  const path = podPath(pod);
  const last: LogEntry | undefined = log.items.at(-1);
  if (!isOlder && !log.hasMore) return null;
  return (
    <nav className="log-more" aria-label="Pages of the flight log">
      {isOlder && (
        <a className={buttonClass({ small: true })} href={`${path}#log`}>
          Newest entries
        </a>
      )}
      {log.hasMore && last && (
        <a className={buttonClass({ small: true })} href={`${path}?before=${last.id}#log`}>
          Older entries
        </a>
      )}
    </nav>
  );
}

function PodHead({ pod }: { pod: Pod }) {
  const origin = use(OriginContext);
  const path = podPath(pod);
  return (
    <Head
      title={pod.name}
      description={pod.description.slice(0, 200)}
      path={path}
      card={cardPath(path, pod.version)}
      data={[
        {
          '@type': 'Organization',
          name: pod.name,
          description: pod.description,
          foundingDate: pod.startDate,
          numberOfEmployees: pod.teamSize,
          url: origin + path,
        },
        breadcrumbs(origin, ['Home', '/'], ['Pods', '/#pods'], [pod.name, path]),
      ]}
    />
  );
}

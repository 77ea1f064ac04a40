import { ArrowUpRight, CodeXml } from 'lucide-react';
import { use } from 'react';
import type { App } from '#contract/app.ts';
import type { AppLineage } from '#contract/lineage.ts';
import { podPath, projectPath } from '#contract/pages.ts';
import { useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { LabelledFlightPath } from '../art/flight-path.tsx';
import { daysBetween } from '../dates.ts';
import { Day, TodayContext } from '../day.tsx';
import { breadcrumbs, cardPath, Head, OriginContext } from '../head.tsx';
import { Link } from '../link.tsx';
import type { PageProps } from '../page-props.ts';
import { buttonClass } from '../ui/button.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Category } from './category.tsx';
import { Fact } from './fact.tsx';
import { FlightLog } from './flight-log.tsx';
import { Fuel } from './fuel.tsx';
import { LeadImage } from './lead-picture.tsx';
import { LineageStrip, LinkedPosts } from './lineage.tsx';
import { Neighbours } from './neighbours.tsx';
import { ObjectHead } from './object-head.tsx';
import { PodCard } from './pod-card.tsx';
import { ShareLink } from './share-link.tsx';

export default function Project({ id }: PageProps) {
  const app = useQuery(sources.app(id));
  const lineage = useQuery(sources.appLineage(app.id));
  const pods = useQuery(sources.pods);
  const log = useQuery(sources.appLog(id));
  const pod = pods.find((each) => each.id === app.podId);
  return (
    <>
      <ProjectHead app={app} />
      <section className="page-head project-head">
        <ObjectHead
          back={{ href: '/#projects', label: 'All projects' }}
          badges={
            <>
              <Category category={app.category} />
              <StatusBadge status={app.status} />
            </>
          }
          title={app.name}
        />
        <LabelledFlightPath name={app.name} status={app.status} />
      </section>
      <div className="wrap project-grid">
        <div>
          {app.leadPicture && (
            <div className="project-lead">
              <LeadImage picture={app.leadPicture} sizes="(min-width: 64rem) 56rem, 100vw" isHead />
            </div>
          )}
          <h2 className="sr">About</h2>
          <p className="lead pre-line" dir="auto">
            {app.description}
          </p>
          <LineageStrip title="Where it came from" lineage={lineage} own={app.id} />
          <h2 className="h-sub">Technologies</h2>
          {app.technologies.length > 0 ? (
            <Tags tags={app.technologies} label="Technologies" />
          ) : (
            <p className="muted">None named yet.</p>
          )}
          {pod && (
            <>
              <h2 className="h-sub">Built by</h2>
              <div className="built-by">
                <PodCard pod={pod} />
              </div>
            </>
          )}
          <LinkedPosts title="Posts about it" posts={lineage.posts} />
          {pod && log.total > 0 && (
            <FlightLog log={log}>
              {log.hasMore && (
                <p className="log-more">
                  <Link className="link" href={`${podPath(pod)}#log`}>
                    <span>
                      The whole log of <bdi>{pod.name}</bdi>
                    </span>
                  </Link>
                </p>
              )}
            </FlightLog>
          )}
        </div>
        <aside className="project-side">
          <Facts app={app} />
          {log.total > 0 && <Fuel log={log} />}
          <Actions app={app} />
        </aside>
      </div>
      <Neighbours
        label="Other projects"
        newer={linkTo(lineage.newer)}
        older={linkTo(lineage.older)}
      />
    </>
  );
}

const linkTo = (app: AppLineage['newer']) => app && { href: projectPath(app), name: app.name };

function ProjectHead({ app }: { app: App }) {
  const origin = use(OriginContext);
  const path = projectPath(app);
  return (
    <Head
      title={app.name}
      description={app.description.slice(0, 200)}
      path={path}
      card={cardPath(path, app.version)}
      data={[
        {
          '@type': 'SoftwareApplication',
          name: app.name,
          description: app.description,
          applicationCategory: app.category,
          url: origin + path,
          dateCreated: app.createdAt,
        },
        breadcrumbs(origin, ['Home', '/'], ['Projects', '/#projects'], [app.name, path]),
      ]}
    />
  );
}

function Facts({ app }: { app: App }) {
  const today = use(TodayContext);
  return (
    <section aria-labelledby="stats-heading">
      <h2 className="label" id="stats-heading">
        Project stats
      </h2>
      <dl className="facts">
        <Fact term="Created">
          <Day date={app.createdAt} />
        </Fact>
        <Fact term="Days since creation">{daysBetween(app.createdAt, today)}</Fact>
      </dl>
    </section>
  );
}

function Actions({ app }: { app: App }) {
  return (
    <section aria-labelledby="actions-heading">
      <h2 className="label" id="actions-heading">
        Quick actions
      </h2>
      <div className="actions">
        {app.demoUrl && (
          <a
            className={buttonClass({ variant: 'primary' })}
            href={app.demoUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            Visit demo
            <ArrowUpRight className="i i-up" aria-hidden="true" />
          </a>
        )}
        {app.githubUrl && (
          <a
            className={buttonClass()}
            href={app.githubUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            <CodeXml className="i" aria-hidden="true" />
            View source
          </a>
        )}
        <ShareLink title={app.name} />
      </div>
    </section>
  );
}

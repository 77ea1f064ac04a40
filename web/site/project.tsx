import { ArrowLeft, ArrowUpRight, Check, CodeXml, Link2 } from 'lucide-react';
import { use, useState, useSyncExternalStore } from 'react';
import type { App } from '#contract/app.ts';
import { useRead } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { FlightPath } from '../art/flight-path.tsx';
import { Day } from '../day.tsx';
import { breadcrumbs, Head, OriginContext } from '../head.tsx';
import { Link } from '../link.tsx';
import type { PageProps } from '../page-props.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Category } from './category.tsx';
import { PodCard } from './pod-card.tsx';

export default function Project({ id }: PageProps) {
  const app = useRead(sources.app(id));
  const pods = useRead(sources.pods);
  const pod = pods.find((each) => each.id === app.podId);
  return (
    <>
      <ProjectHead app={app} />
      <section className="page-head project-head">
        <div className="wrap">
          <Link className="link back" href="/#projects">
            <ArrowLeft className="i" aria-hidden="true" />
            All projects
          </Link>
          <div className="row mt-8 justify-start!">
            <Category category={app.category} />
            <StatusBadge status={app.status} />
          </div>
          <h1 className="d1 mt-4">{app.name}</h1>
        </div>
        <div className="project-plate project-flight">
          <div className="graticule" />
          <FlightPath name={app.name} status={app.status} />
        </div>
      </section>
      <div className="wrap project-grid">
        <div>
          <h2 className="sr">About</h2>
          <p className="lead whitespace-pre-line">{app.description}</p>
          <h2 className="h-sub">Technologies</h2>
          {app.technologies.length > 0 ? (
            <Tags tags={app.technologies} label="Technologies" />
          ) : (
            <p className="muted">None named yet.</p>
          )}
          {pod && (
            <>
              <h2 className="h-sub">Built by</h2>
              <div className="max-w-md">
                <PodCard pod={pod} />
              </div>
            </>
          )}
        </div>
        <aside className="project-side">
          <Facts app={app} />
          <Actions app={app} />
        </aside>
      </div>
    </>
  );
}

function ProjectHead({ app }: { app: App }) {
  const origin = use(OriginContext);
  const path = `/project/${encodeURIComponent(app.id)}`;
  return (
    <Head
      title={app.name}
      description={app.description.slice(0, 200)}
      path={path}
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
  return (
    <section aria-labelledby="stats-heading">
      <h2 className="label" id="stats-heading">
        Project stats
      </h2>
      <dl className="facts">
        <div>
          <dt>Category</dt>
          <dd>{app.category}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{app.status}</dd>
        </div>
        <div>
          <dt>Technologies</dt>
          <dd>{app.technologies.length}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Day date={app.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Days since creation</dt>
          <dd>
            <DaysSince date={app.createdAt} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

const never = () => () => {};
const day = 24 * 60 * 60_000;

/** From the visitor's clock: a page that is kept must not show an old count. */
function DaysSince({ date }: { date: string }) {
  const days = useSyncExternalStore(
    never,
    () => Math.max(0, Math.floor((Date.now() - Date.parse(date)) / day)),
    () => undefined,
  );
  return <>{days ?? '…'}</>;
}

function Actions({ app }: { app: App }) {
  const [copied, setCopied] = useState(false);

  async function copyLink() {
    // Not there where a site is served without TLS: then the address bar is the way.
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }

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
        <Button onClick={copyLink}>
          {copied ? (
            <Check className="i" aria-hidden="true" />
          ) : (
            <Link2 className="i" aria-hidden="true" />
          )}
          {copied ? 'Link copied' : 'Copy link'}
        </Button>
        <Link className={buttonClass()} href="/#projects">
          All projects
        </Link>
      </div>
    </section>
  );
}

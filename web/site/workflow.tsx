import type { ReactNode } from 'react';
import { site } from '#contract/site/lab.ts';
import { workflow } from '#contract/site/workflow.ts';
import { Triangle } from '../art/marks.tsx';
import { Plate } from '../art/plate.tsx';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { SectionHead } from './section-head.tsx';
import { withLanguage } from './with-language.tsx';

const { mvp, extended } = site.hours;

export default function Workflow() {
  return (
    <div className="page-end">
      <Head title="How the lab works" description={workflow.description} path="/workflow" />
      <section className="page-head has-art">
        <div className="wrap">
          <h1 className="d1">How the lab works</h1>
          <p className="lead">{withLanguage(workflow.lead)}</p>
        </div>
        <Plate seed="workflow" kind="wingbeat" width={700} height={380} />
      </section>
      <Lifecycle />
      <Hours />
      <People />
      <Week />
      <Clusters />
      <section className="section">
        <div className="wrap cluster hero-cta">
          <Link className={buttonClass({ variant: 'primary' })} href="/submit-idea">
            Submit an idea
          </Link>
          <Link className={buttonClass()} href="/join-team">
            Join the team
          </Link>
        </div>
      </section>
    </div>
  );
}

function Part({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: ReactNode;
  /** A text from site.config.ts. Its language may differ from the page's. */
  lead: string;
  children: ReactNode;
}) {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="wrap">
        <SectionHead id={id} title={title}>
          {withLanguage(lead)}
        </SectionHead>
        {children}
      </div>
    </section>
  );
}

function Lifecycle() {
  return (
    <Part id="lifecycle" title="Lifecycle" lead={workflow.lifecycle.lead}>
      <ol className="panel lifecycle">
        {workflow.lifecycle.steps.map(({ name, about }, index) => (
          <li key={name} className={index > 2 ? 'hot' : undefined}>
            <Triangle />
            <b>{withLanguage(name)}</b>
            <span>{withLanguage(about)}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Hours() {
  return (
    <Part id="hours" title={`${mvp} + ${extended} hours`} lead={workflow.hours.lead}>
      <div
        role="img"
        aria-label={`${mvp} hours for the MVP phase, then ${extended} more for the extended phase: up to ${mvp + extended} hours per prototype`}
      >
        <div className="hours-bar" aria-hidden="true">
          <i className="mvp" />
          <i className="extended" />
        </div>
        <div className="hours-scale" aria-hidden="true">
          <span>0 h</span>
          <span>{mvp} h</span>
          <span>{mvp + extended} h</span>
        </div>
      </div>
      <div className="hours-text">
        <div>
          <h3 className="title">MVP phase, {mvp} hours</h3>
          <p>{withLanguage(workflow.hours.mvp)}</p>
        </div>
        <div>
          <h3 className="title">Extended phase, a further {extended} hours</h3>
          <p>{withLanguage(workflow.hours.extended)}</p>
        </div>
      </div>
    </Part>
  );
}

function People() {
  const { title, lead, pods, shared, split } = workflow.people;
  return (
    <Part id="people" title={withLanguage(title)} lead={lead}>
      <div className="people">
        <div>
          <ul className="panel pods-grid">
            {pods.map(({ name, members }) => (
              <li key={name}>
                <h3 className="label">{withLanguage(name)}</h3>
                <ul>
                  {members.map((member) => (
                    <li key={member}>{withLanguage(member)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          <p className="shared">
            <b>{withLanguage(shared.name)}</b> {withLanguage(shared.about)}
          </p>
        </div>
        <div className="split">
          <h3 className="label">Resource split</h3>
          <div className="split-bar" aria-hidden="true">
            {split.map(({ name, percent }) => (
              <i key={name} style={{ flexGrow: percent }} />
            ))}
          </div>
          <dl>
            {split.map(({ name, percent }) => (
              <div key={name}>
                <dt>{withLanguage(name)}</dt>
                <dd>{percent}%</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Part>
  );
}

function Week() {
  return (
    <Part id="week" title="Weekly rhythm" lead={workflow.week.lead}>
      <ol className="week">
        {workflow.week.meetings.map(({ name, minutes, about }) => (
          <li key={name} style={{ '--m': minutes }}>
            <span className="week-bar" aria-hidden="true" />
            <p className="label">{minutes === 60 ? '1 hour' : `${minutes} minutes`}</p>
            <h3 className="title">{withLanguage(name)}</h3>
            <p>{withLanguage(about)}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Clusters() {
  return (
    <Part id="clusters" title="Collaboration clusters" lead={workflow.clusters.lead}>
      <ul className="clusters">
        {workflow.clusters.groups.map(({ name, about }) => (
          <li key={name}>
            <h3 className="title">{withLanguage(name)}</h3>
            <p>{withLanguage(about)}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

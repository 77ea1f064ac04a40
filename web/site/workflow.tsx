import type { ReactNode } from 'react';
import { Triangle } from '../art/marks.tsx';
import { Plate } from '../art/plate.tsx';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { clusters, lifecycle, rhythm } from './programme.ts';
import { SectionHead } from './section-head.tsx';

export default function Workflow() {
  return (
    <div className="page-end">
      <Head
        title="How the lab works"
        description="From idea intake to an extended prototype: the lifecycle, the 50 + 50 hours, the weekly rhythm and the people."
        path="/workflow"
      />
      <section className="page-head has-art">
        <div className="wrap">
          <h1 className="d1">How the lab works</h1>
          <p className="lead">
            The whole programme on one page: how an idea becomes a prototype, how many hours that
            may take, and who builds it. The teams that build are called pods.
          </p>
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
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="wrap">
        <SectionHead id={id} title={title}>
          {lead}
        </SectionHead>
        {children}
      </div>
    </section>
  );
}

function Lifecycle() {
  return (
    <Part
      id="lifecycle"
      title="Lifecycle"
      lead="Five steps from an idea to a prototype. It may wait at any of the first three; once a pod has it, the hours count."
    >
      <ol className="panel lifecycle">
        {lifecycle.map(({ name, about }, index) => (
          <li key={name} className={index > 2 ? 'hot' : undefined}>
            <Triangle />
            <b>{name}</b>
            <span>{about}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Hours() {
  return (
    <Part
      id="hours"
      title="50 + 50 hours"
      lead="A pod has 50 hours to build an MVP, the first version that works. If that succeeds, it is awarded 50 more."
    >
      <div
        role="img"
        aria-label="50 hours for the MVP phase, then 50 more for the extended phase: up to 100 hours per prototype"
      >
        <div className="hours-bar" aria-hidden="true">
          <i className="mvp" />
          <i className="extended" />
        </div>
        <div className="hours-scale" aria-hidden="true">
          <span>0 h</span>
          <span>50 h</span>
          <span>100 h</span>
        </div>
      </div>
      <div className="hours-text">
        <div>
          <h3 className="title">MVP phase, 50 hours</h3>
          <p>
            The pod writes down one claim, builds the smallest thing that can show it true or false,
            and measures.
          </p>
        </div>
        <div>
          <h3 className="title">Extended phase, a further 50 hours</h3>
          <p>
            Awarded to successful MVPs. Real users, real data, a handover that somebody else can
            run: up to 100 hours per prototype.
          </p>
        </div>
      </div>
    </Part>
  );
}

function People() {
  return (
    <Part
      id="people"
      title="Four pods, sixteen people"
      lead="Twelve specialists work in one prototyping pod each; four experts help all of them. They are the core of a larger team: two more active pods look after live apps, and volunteers bring it to 40+ members."
    >
      <div className="people">
        <div>
          <ul className="panel pods-grid">
            {[1, 2, 3, 4].map((pod) => (
              <li key={pod}>
                <h3 className="label">Prototyping pod {pod}</h3>
                <ul>
                  <li>1 developer</li>
                  <li>1 data analyst/engineer</li>
                  <li>1 ML/AI specialist</li>
                </ul>
              </li>
            ))}
          </ul>
          <p className="shared">
            <b>4 shared experts</b> for product management and QA support, across all pods
          </p>
        </div>
        <div className="split">
          <h3 className="label">Resource split</h3>
          <div className="split-bar" aria-hidden="true">
            <i />
            <i />
          </div>
          <dl>
            <div>
              <dt>dedicated: 12 specialists</dt>
              <dd>75%</dd>
            </div>
            <div>
              <dt>shared: 4 experts</dt>
              <dd>25%</dd>
            </div>
          </dl>
        </div>
      </div>
    </Part>
  );
}

function Week() {
  return (
    <Part
      id="week"
      title="Weekly rhythm"
      lead="Three meetings, two hours a week in all. Everything else is written down, or built."
    >
      <ol className="week">
        {rhythm.map(({ name, minutes, about }) => (
          <li key={name} style={{ '--m': minutes }}>
            <span className="week-bar" aria-hidden="true" />
            <p className="label">{minutes === 60 ? '1 hour' : `${minutes} minutes`}</p>
            <h3 className="title">{name}</h3>
            <p>{about}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Clusters() {
  return (
    <Part
      id="clusters"
      title="Collaboration clusters"
      lead="Four groups that work with every pod. They do what a prototype needs and a pod should not have to do itself."
    >
      <ul className="clusters">
        {clusters.map(({ name, about }) => (
          <li key={name}>
            <h3 className="title">{name}</h3>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

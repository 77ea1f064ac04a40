import { useSuspenseQueries } from '@tanstack/react-query';
import { use } from 'react';
import { site } from '#site.config.ts';
import { appsQuery, milestonesQuery, podsQuery, statsQuery } from '../api/queries.ts';
import { Head, OriginContext, organization } from '../head.tsx';
import { Empty } from '../ui/states.tsx';
import { Hero } from './hero.tsx';
import { Join } from './join.tsx';
import { Journey } from './journey.tsx';
import { Pods } from './pods.tsx';
import { Projects } from './projects.tsx';

export default function Home() {
  const origin = use(OriginContext);
  const [{ data: stats }, { data: apps }, { data: pods }, { data: milestones }] =
    useSuspenseQueries({ queries: [statsQuery, appsQuery, podsQuery, milestonesQuery] });
  if (!stats || !apps || !pods || !milestones) {
    return (
      <div className="wrap page-top">
        <Empty>No data available.</Empty>
      </div>
    );
  }
  return (
    <>
      <Head description={site.description} path="/" data={[organization(origin)]} />
      <Hero stats={stats} />
      <Journey milestones={milestones} />
      <Projects apps={apps} />
      <Pods pods={pods} />
      <Join />
    </>
  );
}

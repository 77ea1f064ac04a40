import { use } from 'react';
import { homeWords } from '#contract/site/home.ts';
import { site } from '#contract/site/lab.ts';
import { useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Head, OriginContext, organization } from '../head.tsx';
import { Empty } from '../ui/states.tsx';
import { Hero } from './hero.tsx';
import { Join } from './join.tsx';
import { Journey } from './journey.tsx';
import { Pods } from './pods.tsx';
import { Projects } from './projects.tsx';

export default function Home() {
  const origin = use(OriginContext);
  const stats = useQuery(sources.stats);
  const apps = useQuery(sources.apps);
  const pods = useQuery(sources.pods);
  const milestones = useQuery(sources.milestones);
  const log = useQuery(sources.log);
  if (!stats || !apps || !pods || !milestones) {
    return (
      <div className="wrap page-top">
        <Head description={homeWords.description} path="/" />
        <h1 className="sr">{site.name}</h1>
        <Empty>No data available.</Empty>
      </div>
    );
  }
  return (
    <>
      <Head description={homeWords.description} path="/" data={[organization(origin)]} />
      <Hero stats={stats} />
      <Journey milestones={milestones} />
      <Projects apps={apps} />
      <Pods pods={pods} log={log} />
      <Join />
    </>
  );
}

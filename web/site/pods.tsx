import type { LogEntry } from '#contract/log.ts';
import { podPath } from '#contract/pages.ts';
import type { Pod } from '#contract/pod.ts';
import { homeWords } from '#contract/site/home.ts';

import { Day } from '../day.tsx';
import { Link } from '../link.tsx';
import { Empty } from '../ui/states.tsx';
import { PodCard } from './pod-card.tsx';
import { SectionHead } from './section-head.tsx';
import { withLanguage } from './with-language.tsx';

export function Pods({ pods, log }: { pods: Pod[]; log: LogEntry[] }) {
  return (
    <section className="section" id="pods" aria-labelledby="pods-heading">
      <div className="wrap">
        <SectionHead id="pods-heading" title="Active Innovation Pods">
          {withLanguage(homeWords.pods)}
        </SectionHead>
        {pods.length === 0 ? (
          <Empty>No data available.</Empty>
        ) : (
          <ul className="grid3">
            {pods.map((pod) => (
              <li key={pod.id} id={`pod-${pod.id}`}>
                <PodCard pod={pod} />
              </li>
            ))}
          </ul>
        )}
        {log.length > 0 && (
          <>
            <h3 className="label log-head">From the flight log</h3>
            <ul className="log-news">
              {log.map(({ id, podId, podName, date, text }) => (
                <li key={id}>
                  <p className="row">
                    <Link href={`${podPath({ id: podId })}#log`}>{podName}</Link>
                    <Day date={date} />
                  </p>
                  <p dir="auto">{text}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

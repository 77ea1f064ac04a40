import type { Pod } from '#contract/pod.ts';
import { Empty } from '../ui/states.tsx';
import { PodCard } from './pod-card.tsx';
import { SectionHead } from './section-head.tsx';

export function Pods({ pods }: { pods: Pod[] }) {
  return (
    <section className="section" id="pods" aria-labelledby="pods-heading">
      <div className="wrap">
        <SectionHead id="pods-heading" title="Active Innovation Pods">
          A developer, a data engineer and an ML specialist, with product and QA experts to lean on.
          Each pod works on one prototype at a time.
        </SectionHead>
        {pods.length === 0 ? (
          <Empty>No data available.</Empty>
        ) : (
          <ul className="grid3">
            {pods.map((pod) => (
              <li key={pod.id}>
                <PodCard pod={pod} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

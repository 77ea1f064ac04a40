import type { Pod } from '#contract/pod.ts';
import { Empty } from '../ui/states.tsx';
import { PodCard } from './pod-card.tsx';
import { SectionHead } from './section-head.tsx';

export function Pods({ pods }: { pods: Pod[] }) {
  return (
    <section className="section" id="pods" aria-labelledby="pods-heading">
      <div className="wrap">
        <SectionHead id="pods-heading" title="Active Innovation Pods">
          A pod is a small team. Four of them build prototypes: a developer, a data engineer and an
          ML specialist each, helped by four shared experts. Those that look after live apps are
          larger, as volunteers help them. Pods that are planned, paused or finished are listed too.
        </SectionHead>
        {pods.length === 0 ? (
          <Empty>No data available.</Empty>
        ) : (
          <ul className="grid3">
            {pods.map((pod) => (
              <li key={pod.id} id={pod.id}>
                <PodCard pod={pod} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

import type { PodLog } from '#contract/log.ts';
import { site } from '#contract/site/lab.ts';
import { birdPath } from '../art/geometry.ts';

/** Shows the hours that a pod has spent in each of the two phases, each on a dial. */
export function Fuel({ log }: { log: PodLog }) {
  return (
    <section aria-labelledby="fuel-heading">
      <h2 className="label" id="fuel-heading">
        Hours spent
      </h2>
      <dl className="fuel">
        <Tank name="MVP phase" hours={log.mvpHours} budget={site.hours.mvp} />
        <Tank name="Extended phase" hours={log.extendedHours} budget={site.hours.extended} />
      </dl>
    </section>
  );
}

/** Returns the SVG path of a half circle, from left to right. */
const arc = (radius: number) => `M${60 - radius} 62A${radius} ${radius} 0 0 1 ${60 + radius} 62`;

/** Shows the hours of one phase on a dial. Hours over the budget are a second, inner arc and a text. */
function Tank({ name, hours, budget }: { name: string; hours: number; budget: number }) {
  const over = Math.max(0, hours - budget);
  const used = hours - over;
  const length = { pathLength: budget };
  return (
    <div data-over={over > 0 || undefined}>
      <dt>{name}</dt>
      <dd>
        <svg viewBox="0 0 120 72" fill="none" aria-hidden="true">
          <path className="fuel-ticks" d={arc(47)} {...length} />
          <path className="fuel-scale" d={arc(52)} {...length} />
          <path className="fuel-used" d={arc(52)} {...length} strokeDasharray={`${used} 99`} />
          {over > 0 && (
            <path
              className="fuel-over"
              d={arc(42)}
              {...length}
              strokeDasharray={`${Math.min(over, budget)} 99`}
            />
          )}
          <path
            className="fuel-bird"
            d={birdPath}
            transform={`rotate(${(used / budget) * 180} 60 62) translate(8 62) rotate(-90)`}
          />
        </svg>
        <b>{hours}</b> of {budget} h{over > 0 && <em>{over} h over</em>}
      </dd>
    </div>
  );
}

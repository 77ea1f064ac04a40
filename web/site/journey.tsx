import { Award, ClipboardPen, Flag, Handshake, type LucideIcon, Rocket, Timer } from 'lucide-react';
import type { Milestone } from '#contract/milestone.ts';
import { homeWords } from '#contract/site/home.ts';
import { site } from '#contract/site/lab.ts';
import type { MilestoneType } from '#contract/vocabulary.ts';
import { round } from '../art/geometry.ts';
import { Day } from '../day.tsx';
import { Empty } from '../ui/states.tsx';
import { withLanguage } from './with-language.tsx';

const looks: Record<MilestoneType, { Icon: LucideIcon; colour: string }> = {
  launch: { Icon: Rocket, colour: 'accent-text' },
  achievement: { Icon: Award, colour: 'warning' },
  milestone: { Icon: Flag, colour: 'info' },
  partnership: { Icon: Handshake, colour: 'success' },
  registration: { Icon: ClipboardPen, colour: 'cat-web' },
  hackathon: { Icon: Timer, colour: 'ms-hackathon' },
};

/** Attributes of a list that scrolls, so that it can be focused and scrolled with the keyboard. */
const scroller = { tabIndex: 0, role: 'region', 'aria-label': 'Milestones' };

export function Journey({ milestones }: { milestones: Milestone[] }) {
  const count = milestones.length;
  return (
    <section className="journey" id="journey">
      <div className="wrap">
        <div className="section-head">
          <h2 className="d2">The {site.name} Journey</h2>
          <p className="lead">{withLanguage(homeWords.journey)}</p>
        </div>
        {count === 0 ? (
          <Empty>No data available.</Empty>
        ) : (
          <div
            className="climb-frame"
            data-many={count > 6 || undefined}
            data-one={count === 1 || undefined}
          >
            <div className="climb-scroll" {...(count > 6 && scroller)}>
              <div className="climb-field" style={{ '--n': count }}>
                <ol className="climb">
                  {milestones.map((milestone, index) => (
                    <Point
                      key={milestone.id}
                      milestone={milestone}
                      offset={offsetBelowLast(index, count)}
                    />
                  ))}
                </ol>
                <ClimbLine count={count} />
              </div>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

function Point({ milestone, offset }: { milestone: Milestone; offset: number }) {
  const type = Object.hasOwn(looks, milestone.type) ? milestone.type : 'launch';
  const { Icon, colour } = looks[type];
  return (
    <li className="ms" data-t={type} style={{ '--y': `${offset}px`, '--c': `var(--${colour})` }}>
      <span className="ms-icon">
        <Icon className="i" aria-hidden="true" />
      </span>
      <div className="ms-body">
        <p className="ms-meta">
          <span>
            <Day date={milestone.date} style="month" />
          </span>
          <span className="type">{capitalised(milestone.type)}</span>
        </p>
        <h3 className="title" dir="auto">
          {milestone.title}
        </h3>
        <p dir="auto">{milestone.description}</p>
      </div>
    </li>
  );
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns how many pixels a point is below the last point. The line gets steeper towards the end. */
const offsetBelowLast = (index: number, count: number) =>
  count < 2 ? 0 : Math.round(236 * (1 - (index / (count - 1)) ** 1.65));

/** Draws a smooth line through the centres of the icons, and on beyond both edges of the page. */
function ClimbLine({ count }: { count: number }) {
  const middle = 30;
  const points = Array.from({ length: count }, (_, index): [number, number] => [
    (index * 100) / count,
    offsetBelowLast(index, count) + middle,
  ]);
  const first = points[0] ?? [0, 0];
  const last = points[count - 1] ?? [0, 0];
  const runway: [number, number] = [-12, first[1] + 4];
  const sky: [number, number] = [last[0] + 100 / count + 8, last[1] - 78];
  const all = [runway, ...points, sky];
  // The straight first piece makes the line reach the left edge of a wide screen.
  let path = `M-80 ${runway[1]}L${runway.join(' ')}`;
  for (let index = 0; index < all.length - 1; index += 1) {
    const [before, from, to, after] = [-1, 0, 1, 2].map(
      (step) => all[Math.min(all.length - 1, Math.max(0, index + step))] ?? [0, 0],
    ) as [[number, number], [number, number], [number, number], [number, number]];
    const bend = (axis: 0 | 1, a: [number, number], b: [number, number]) => (b[axis] - a[axis]) / 6;
    const one = `${round(from[0] + bend(0, before, to))} ${round(from[1] + bend(1, before, to))}`;
    const two = `${round(to[0] - bend(0, from, after))} ${round(to[1] - bend(1, from, after))}`;
    path += `C${one} ${two} ${round(to[0])} ${round(to[1])}`;
  }
  path += `l60 ${round((60 * (sky[1] - last[1])) / (sky[0] - last[0]))}`;
  return (
    <svg className="climb-line" viewBox="0 0 100 520" preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

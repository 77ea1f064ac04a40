import type { AppStatus } from '#contract/vocabulary.ts';
import { alongLength, atPoint, birdPath, type Cubic, randomFrom, round } from './geometry.ts';

/** How far along its climb a project is. */
const position: Record<AppStatus, number> = {
  'In Development': 0.26,
  Prototype: 0.5,
  Beta: 0.76,
  Live: 1,
};
const width = 400;
const height = 112;

/** The curve is seeded by the project's name; the bird sits where its status is. */
export function FlightPath({ name, status }: { name: string; status: AppStatus }) {
  const random = randomFrom(name);
  const ground = height - 20;
  const curve: Cubic = [
    [24, ground],
    [width * (0.12 + random() * 0.62), ground],
    [width * (0.18 + random() * 0.5), 44 - random() * 66],
    [width - 36, 22 + random() * 20],
  ];
  const path = `M${atPoint(curve[0])}C${atPoint(curve[1])} ${atPoint(curve[2])} ${atPoint(curve[3])}`;
  const flown = position[status] ?? position['In Development'];
  const bird = alongLength(curve, flown);
  return (
    <svg className="fp" viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true">
      <path className="fp-ground" d={`M-200 ${ground}H${width + 200}`} />
      <path className="fp-rest" d={path} />
      <path className="fp-done" pathLength={1} style={{ '--t': flown }} d={path} />
      {Object.values(position).map((stage) => {
        const [x, y] = alongLength(curve, stage).point;
        return (
          <circle
            key={stage}
            className={stage <= flown ? 'fp-node on' : 'fp-node'}
            cx={round(x)}
            cy={round(y)}
            r={2.5}
          />
        );
      })}
      <path
        className="fp-bird"
        d={birdPath}
        transform={`translate(${atPoint(bird.point)}) rotate(${round(bird.degrees)})`}
      />
    </svg>
  );
}

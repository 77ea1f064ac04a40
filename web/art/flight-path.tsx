import type { AppStatus } from '#contract/vocabulary.ts';
import { flightOf, ground, height, width } from './flight.ts';
import { birdPath, formatPoint, round } from './geometry.ts';

interface FlightProps {
  name: string;
  status: AppStatus;
}

/** Draws a project's flight path. The name seeds the curve, and a bird marks the project's status. */
export function FlightPath({ name, status }: FlightProps) {
  const { curve, flown, stages, bird } = flightOf(name, status);
  const path = `M${formatPoint(curve[0])}C${formatPoint(curve[1])} ${formatPoint(curve[2])} ${formatPoint(curve[3])}`;
  return (
    <div className="project-plate">
      <div className="graticule" />
      <svg className="fp" viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true">
        <path className="fp-ground" d={`M-400 ${ground}H${width + 400}`} />
        <path className="fp-rest" d={path} />
        <path className="fp-done" pathLength={1} style={{ '--t': flown }} d={path} />
        {stages.map(({ status: stage, point: [x, y], isReached }) => (
          <circle
            key={stage}
            className={isReached ? 'fp-node on' : 'fp-node'}
            cx={round(x)}
            cy={round(y)}
            r={2.5}
          />
        ))}
        <path
          className="fp-bird"
          d={birdPath}
          transform={`translate(${formatPoint(bird.point)}) rotate(${round(bird.degrees)})`}
        />
      </svg>
    </div>
  );
}

export function LabelledFlightPath({ name, status }: FlightProps) {
  return (
    <div className="flight">
      <FlightPath name={name} status={status} />
      <ol className="stages" aria-label="Stages">
        {flightOf(name, status).stages.map(({ status: stage, point: [x], isReached }) => (
          <li
            key={stage}
            className={isReached ? 'on' : undefined}
            aria-current={stage === status ? 'step' : undefined}
            style={{ '--x': round((x / width) * 100) }}
          >
            {stage}
          </li>
        ))}
      </ol>
    </div>
  );
}

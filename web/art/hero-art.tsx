import { site } from '#contract/site/lab.ts';
import { birdPath, formatPoint, round } from './geometry.ts';
import { wing } from './wing.ts';

/** Draws a bird's wing. The flight route begins on the ground, and follows the one highlighted feather. */
export function HeroArt() {
  const { feathers, coverts, barbs, leadingEdge, labels, route, liveBase } = wing();
  return (
    <svg className="hero-art" viewBox="0 0 900 720" fill="none" aria-hidden="true">
      {feathers.map(({ outline, shaft, live }) => (
        <g key={outline}>
          <path className={live ? 'wf hot' : 'wf'} d={outline} />
          <path className="wr" d={shaft} />
          {live && (
            <>
              <clipPath id="live-feather">
                <path d={outline} />
              </clipPath>
              <path className="wb" clipPath="url(#live-feather)" d={barbs} />
            </>
          )}
        </g>
      ))}
      {coverts.map((outline) => (
        <path key={outline} className="wc" d={outline} />
      ))}
      <path className="wl" d={leadingEdge} />
      {labels.map(({ text, x, y }) => (
        <text key={text} className="fl" x={round(x)} y={round(y)} textAnchor="middle">
          {text}
        </text>
      ))}
      <path className="route" pathLength={1} d={route.path} />
      <Waypoint at={[40, 719]} name="Idea" dx={-8} dy={-18} />
      <Waypoint
        at={route.middle}
        name="MVP"
        detail={`${site.hours.mvp} h`}
        dx={-16}
        dy={4}
        isLabelLeft
      />
      <Waypoint
        at={liveBase}
        name="Extended"
        detail={`+${site.hours.extended} h`}
        dx={-18}
        dy={-4}
        isLabelLeft
      />
      <path
        className="bird"
        d={birdPath}
        transform={`translate(${formatPoint(route.end)}) rotate(${round(route.degrees)}) scale(1.5)`}
      />
    </svg>
  );
}

interface WaypointProps {
  at: readonly [number, number];
  name: string;
  detail?: string;
  dx: number;
  dy: number;
  isLabelLeft?: boolean;
}

function Waypoint({ at: [x, y], name, detail, dx, dy, isLabelLeft }: WaypointProps) {
  return (
    <g className="wp">
      <path d={`M${round(x)} ${round(y - 6)}l6 10h-12z`} />
      <text x={round(x + dx)} y={round(y + dy)} textAnchor={isLabelLeft ? 'end' : 'start'}>
        {name} {detail && <tspan className="wp2">{detail}</tspan>}
      </text>
    </g>
  );
}

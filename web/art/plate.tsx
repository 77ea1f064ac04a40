import { drawPlate } from './plate-drawings.ts';
import { type PlateKind, plateKindOf } from './plate-kinds.ts';

interface PlateProps {
  seed: string;
  kind?: PlateKind | undefined;
  width?: number;
  height?: number;
}

export function Plate({ seed, kind = plateKindOf(seed), width = 800, height = 500 }: PlateProps) {
  const {
    lines,
    live,
    strong,
    shapes,
    liveShape,
    dots = [],
  } = drawPlate({ seed, kind, width, height });
  return (
    <svg
      className="plate-art"
      data-kind={kind}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={`xMidYMid ${kind === 'flock' ? 'meet' : 'slice'}`}
      fill="none"
      aria-hidden="true"
    >
      {lines && <path className="pl" d={lines} />}
      {dots.map((point) => {
        const [x, y] = point.split(' ');
        return <circle key={point} className="pd" cx={x} cy={y} r={2.4} />;
      })}
      {shapes && <path className="pf" d={shapes} />}
      {live && <path className="ph" d={live} />}
      {liveShape && <path className="pfh" d={liveShape} />}
      {strong && <path className="ps" d={strong} />}
    </svg>
  );
}

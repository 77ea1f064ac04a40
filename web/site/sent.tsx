import { type ReactNode, useEffect, useRef } from 'react';
import { birdPath } from '../art/geometry.ts';
import { Link } from '../link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import { useSubmission } from './submission.tsx';

interface Stop {
  name: string;
  detail?: string;
}

interface SentProps {
  /** Up to five steps. The first is done. */
  stops: Stop[];
  /** The label of the button that shows the form again. */
  again: ReactNode;
  next: { href: string; text: string };
  children?: ReactNode;
}

const positions = [
  [60, 250],
  [550.8, 164.3],
  [717.1, 101.3],
  [960, 74.5],
  [1190, 55],
] as const;

/** Replaces a form after it was sent: shows a confirmation and the next steps. */
export function Sent({ stops, again, next, children }: SentProps) {
  const { success, receiptPath, reset } = useSubmission();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="done-wrap">
      <div className="wrap">
        <div className="done">
          <svg className="done-art" viewBox="0 0 1280 300" fill="none" aria-hidden="true">
            <path className="dn-rest" d="M200 250C520 250 560 92 880 78C1040 71 1160 62 1900 -40" />
            <path
              className="route"
              pathLength={1}
              d="M-900 250H200C296 250 366.8 235.8 427.5 215.5"
            />
            {stops.map(({ name, detail }, index) => {
              const [x, y] = positions[index] ?? [0, 0];
              const reached = index === 0;
              return (
                <g key={name}>
                  <path
                    d={`M${x} ${y - 7}l7 12h-14z`}
                    className={reached ? 'dn-stop on' : 'dn-stop'}
                  />
                  <text x={x - 7} y={y + 30} className={reached ? 'on' : undefined}>
                    {name}
                    {detail && (
                      <tspan x={x - 7} dy={18} className="t2">
                        {detail}
                      </tspan>
                    )}
                  </text>
                </g>
              );
            })}
            <path
              className="bird"
              d={birdPath}
              transform="translate(427.5 215.5) rotate(-18.5) scale(1.7)"
            />
          </svg>
          <h1 className="d1" ref={heading} tabIndex={-1}>
            {success.title}
          </h1>
          <p className="lead">
            {success.text} {children}
          </p>
          {receiptPath && <ReceiptLink path={receiptPath} />}
          <div className="cluster hero-cta">
            <Button variant="primary" onClick={reset}>
              {again}
            </Button>
            <Link className={buttonClass()} href={next.href}>
              {next.text}
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}

import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { site } from '#contract/site/lab.ts';
import { birdPath } from '../art/geometry.ts';
import { Button } from './button.tsx';

export interface StateProps {
  onRetry(): void;
}

/** Shows that a list is empty, with a drawing and a hint what to do. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <svg className="nest" viewBox="0 0 120 52" fill="none" aria-hidden="true">
        <path d="M14 44H106" />
        <path d="M20 44C52 44 58 12 102 8" />
        <path className="fp-bird" d={birdPath} transform="translate(20 40)" />
      </svg>
      {title && <h2 className="title">{title}</h2>}
      <p>{children}</p>
      {action}
    </div>
  );
}

interface EmptyProps {
  title?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Shows an error, with a Retry button if `onRetry` is set. */
export function Alert({ title, children, onRetry }: AlertProps) {
  return (
    <div className="alert" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <b>{title}</b>
      <div>
        {children}
        {onRetry && (
          <button type="button" className="link" onClick={onRetry}>
            Retry
          </button>
        )}
      </div>
    </div>
  );
}

interface AlertProps {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
}

export function PageLoading({ text }: { text: string }) {
  return (
    <div className="wrap state">
      <title>{`${text} · ${site.name}`}</title>
      <div role="status">
        <svg className="loader" viewBox="0 0 240 80" fill="none" aria-hidden="true">
          <path d={loaderPath} stroke="var(--control)" strokeDasharray="2 5" />
          <path className="loader-line" pathLength={1} d={loaderPath} />
        </svg>
        <p className="label">{text}</p>
      </div>
    </div>
  );
}

const loaderPath = 'M4 70C110 70 110 14 236 10';

export function PageFailure({ title }: { title: string }) {
  return (
    <div className="wrap state">
      <title>{title}</title>
      <div role="alert">
        <h1 className="d3">{title}</h1>
        <p className="muted">Check your connection, then reload.</p>
        <Button variant="primary" onClick={() => location.reload()}>
          <RotateCw className="i" aria-hidden="true" />
          Reload Page
        </Button>
      </div>
    </div>
  );
}

export function SkeletonCards({ count, text }: { count: number; text: string }) {
  return (
    <div className="grid3" role="status" aria-label={text}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are the same
        <div key={index} className="card skeleton" aria-hidden="true">
          <div className="skel" />
          <div className="skel" />
          <div className="skel" />
          <div className="skel" />
        </div>
      ))}
    </div>
  );
}

import type { ReactNode } from 'react';
import { site } from '#contract/site/lab.ts';

interface PageHeadProps {
  title: string;
  about: string;
  action?: ReactNode;
}

export function PageHead({ title, about, action }: PageHeadProps) {
  return (
    <div className="admin-head">
      <title>{`${title} · ${site.name} staff area`}</title>
      <div>
        <h1 className="d2">{title}</h1>
        <p>{about}</p>
      </div>
      {action}
    </div>
  );
}

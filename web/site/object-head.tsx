import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';

interface ObjectHeadProps {
  back: { href: string; label: string };
  badges: ReactNode;
  title: string;
  children?: ReactNode;
}

/** Shows the head of the page of a project, a pod or an idea. */
export function ObjectHead({ back, badges, title, children }: ObjectHeadProps) {
  return (
    <div className="wrap">
      <Link className="link back" href={back.href}>
        <ArrowLeft className="i" aria-hidden="true" />
        {back.label}
      </Link>
      <div className="row">{badges}</div>
      <h1 className="d1" dir="auto">
        {title}
      </h1>
      {children}
    </div>
  );
}

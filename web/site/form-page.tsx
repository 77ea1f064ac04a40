import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { site } from '#site.config.ts';

interface FormPageProps {
  title: string;
  lead: string;
  /** Beside the form; below it on a phone. */
  aside: ReactNode;
  children: ReactNode;
}

export function FormPage({ title, lead, aside, children }: FormPageProps) {
  return (
    <div className="wrap">
      <div className="form-grid">
        <div className="form-head">
          <h1 className="d1">{title}</h1>
          <p className="lead mt-4">{lead}</p>
        </div>
        <div className="form-main">
          <div className="scripts-off mb-9">
            <div className="alert">
              <CircleAlert className="i" aria-hidden="true" />
              <b>This form needs scripts</b>
              <p>
                Switch them on for this site, or write to{' '}
                <a href={`mailto:${site.email}`}>{site.email}</a>.
              </p>
            </div>
          </div>
          {children}
        </div>
        <div className="form-aside">{aside}</div>
      </div>
    </div>
  );
}

export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="fieldset">
      <legend className="d3">{title}</legend>
      <div className="stack">{children}</div>
    </fieldset>
  );
}

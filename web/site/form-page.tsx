import { ArrowRight, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { site } from '#contract/site/lab.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/states.tsx';
import { useSubmission } from './submission.tsx';
import { Trap } from './trap.tsx';
import { withLanguage } from './with-language.tsx';

interface FormPageProps {
  title: ReactNode;
  /** A text from site.config.ts. Its language may differ from the page's. */
  lead: string;
  /** Content beside the form. On a phone it is below the form. */
  aside: ReactNode;
  children: ReactNode;
}

export function FormPage({ title, lead, aside, children }: FormPageProps) {
  return (
    <div className="wrap">
      <div className="form-grid">
        <div className="form-head">
          <h1 className="d1">{title}</h1>
          <p className="lead">{withLanguage(lead)}</p>
        </div>
        <div className="form-main">
          <div className="scripts-off alert above-form">
            <CircleAlert className="i" aria-hidden="true" />
            <b>This form needs scripts</b>
            <p>Switch them on for this site, or write to {email}.</p>
          </div>
          {/* head-script.ts shows this alert when scripts fail to load, and focuses it after a submit. */}
          <div className="scripts-failed alert above-form" role="alert" tabIndex={-1}>
            <CircleAlert className="i" aria-hidden="true" />
            <b>This form cannot be sent: a part of the page could not be loaded</b>
            <p>Check your connection and reload the page, or write to {email}.</p>
          </div>
          {children}
        </div>
        <div className="form-aside">{aside}</div>
      </div>
    </div>
  );
}

const email = <a href={`mailto:${site.email}`}>{site.email}</a>;

interface FormEndProps {
  /** The label of the submit button. */
  action: string;
  /** The label of the button while the form is being sent; otherwise false. */
  busy: string | false;
  help: string;
}

export function FormEnd({ action, busy, help }: FormEndProps) {
  const { failed, correction } = useSubmission();
  return (
    <>
      <Trap />
      <div className="form-end">
        {failed && (
          <Alert
            key={failed.id}
            title={
              correction ? 'Not saved. Your answers are kept.' : 'Not sent. Your answers are kept.'
            }
          >
            {failed.text}
          </Alert>
        )}
        <p className="form-waits" role="status">
          The page is still loading. Your answers are sent when it is complete.
        </p>
        <Button type="submit" variant="primary" busy={busy}>
          {correction ? 'Save the correction' : action}
          <ArrowRight className="i i-go" aria-hidden="true" />
        </Button>
        {!correction && <p className="help">{help}</p>}
      </div>
    </>
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

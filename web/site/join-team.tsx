import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ApplicationDraft } from '#contract/application.ts';
import { formWords } from '#contract/site/forms.ts';
import { site } from '#contract/site/lab.ts';
import { ownLanguage } from '#contract/site/language.ts';
import { applicationRoles, circles, limits, otherRole, yesNo } from '#contract/vocabulary.ts';
import { Head } from '../head.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { Choices, SelectField, TextField, TextLines } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import type { Values } from '../ui/form-values.ts';
import { FormEnd, FormGroup, FormPage } from './form-page.tsx';
import { Sent } from './sent.tsx';
import { Submission, useSubmission } from './submission.tsx';
import { withLanguage } from './with-language.tsx';

const words = formWords.joinTeam;

export const labels = {
  fullName: 'Full name',
  email: 'E-mail',
  mattermostHandle: `${formWords.chat} handle`,
  role: 'Role',
  customRole: 'Which role?',
  circles: 'Circles',
  meetsRequirements: `Do you meet the minimum availability of ${site.hours.availability} hours?`,
  currentlyInCircle: 'Are you currently in a circle?',
  experience: 'Experience',
  availability: 'Availability',
  skills: 'Skills',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  portfolio: 'Portfolio',
  motivation: 'Motivation',
};

export default function JoinTeam() {
  return (
    <>
      <Head title="Join the team" description={words.description} path="/join-team" />
      <Submission
        path="/api/applications"
        labels={labels}
        success={{
          title: 'Application Submitted!',
          text: "Thank you for your interest. We'll review your application and get back to you soon.",
        }}
        failure="There was an error submitting your application. Please try again."
        sent={
          <Sent
            stops={[
              { name: 'Application', detail: 'received' },
              { name: 'Review', detail: 'next' },
              { name: 'A first call' },
              { name: 'Your pod' },
            ]}
            again="Submit another application"
            next={{ href: '/workflow', text: 'See how pods work' }}
          />
        }
      >
        <FormPage title="Join the team" lead={words.lead} aside={<Panels />}>
          <ApplicationForm />
        </FormPage>
      </Submission>
    </>
  );
}

/** Replaces the role "Other" with the applicant's text, splits the skills at commas, and drops empty fields. */
function toDraft({ role, customRole, skills, ...values }: Values) {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  const list = String(skills ?? '')
    .split(',')
    .map((skill) => skill.trim())
    .filter(Boolean);
  return {
    ...Object.fromEntries(filled),
    role: role === otherRole ? customRole || otherRole : role,
    ...(list.length > 0 && { skills: list }),
  };
}

/** Drops empty and null fields, except `circles`. */
const onlyFilled = (draft: ApplicationDraft) =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => name === 'circles' || (value !== null && String(value) !== ''),
    ),
  );

const fieldOf = (name: string, values: Values) =>
  name === 'role' && values.role === otherRole ? 'customRole' : name;

/** Converts a submitted application to form values, the inverse of `toDraft`. */
function applicationValues({ role, skills, ...values }: Values): Values {
  const isListed = applicationRoles.some((each) => each !== otherRole && each === role);
  return {
    ...values,
    ...(isListed ? { role: role ?? '' } : { role: otherRole, customRole: role ?? '' }),
    skills: [skills ?? []].flat().join(', '),
  };
}

export function ApplicationForm() {
  const { send, correction } = useSubmission();
  const form = useDraftForm({
    name: correction?.draft ?? 'application',
    ...(correction && { initial: applicationValues(correction.values) }),
    schema: async () => (await import('./rules.ts')).ApplicationDraft,
    toDraft,
    fieldOf,
    send: (draft) => send(onlyFilled(draft)),
  });
  return (
    <Form form={form} labels={labels}>
      <FormGroup title="About you">
        <div className="two">
          <TextField name="fullName" label={labels.fullName} autoComplete="name" />
          <TextField
            name="email"
            type="email"
            label={labels.email}
            limit={limits.email}
            placeholder="name@example.org"
            autoComplete="email"
          />
        </div>
        <TextField
          name="mattermostHandle"
          label={labels.mattermostHandle}
          help={`Your user name in ${formWords.chat}, the community’s chat. Without an account, write “none yet”.`}
          placeholder="@handle"
        />
      </FormGroup>
      <FormGroup title="Your role and circles">
        <SelectField
          name="role"
          label={labels.role}
          options={applicationRoles.map((role) => ({
            value: role,
            label: role,
            lang: role === otherRole ? undefined : ownLanguage,
          }))}
          placeholder="Choose a role"
        />
        {form.values.role === otherRole && (
          <TextField name="customRole" label={labels.customRole} />
        )}
        <Choices
          name="circles"
          type="checkbox"
          label={labels.circles}
          help="Circles are the community’s working groups. Pick those you belong to, or would like to join."
          options={circles.map((value) => ({ value, label: withLanguage(value, ' Circle') }))}
        />
        <Choices
          name="meetsRequirements"
          type="radio"
          label={labels.meetsRequirements}
          help={`${site.hours.availability} hours a week, meetings included.`}
          options={yesNo}
        />
        <Choices
          name="currentlyInCircle"
          type="radio"
          label={labels.currentlyInCircle}
          help="No is fine: you can join one later."
          options={yesNo}
        />
      </FormGroup>
      <TellUsMore open={moreFields.some((name) => form.values[name] || form.errors[name])} />
      <FormEnd
        action="Submit application"
        busy={form.sending && 'Submitting...'}
        help="Only staff see what you write here."
      />
    </Form>
  );
}

const moreFields = [
  'experience',
  'availability',
  'skills',
  'linkedin',
  'github',
  'portfolio',
  'motivation',
] as const;

/** Shows the optional fields. Opens when one of them has content or an error, and never closes by itself. */
function TellUsMore({ open }: { open: boolean }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open && details.current) details.current.open = true;
  }, [open]);
  return (
    <details className="more" ref={details}>
      <summary>
        <span className="d3">Tell us more</span>
        <span className="opt">Optional</span>
      </summary>
      <div className="stack">
        <TextLines name="experience" label={labels.experience} optional />
        <div className="two">
          <TextField
            name="availability"
            label={labels.availability}
            placeholder="12 hours a week, mostly evenings UTC"
            optional
          />
          <TextField
            name="skills"
            label={labels.skills}
            help="With commas between them."
            limit={limits.listEntry * limits.listEntries}
            optional
          />
        </div>
        <TextField
          name="linkedin"
          type="url"
          label={labels.linkedin}
          limit={limits.url}
          placeholder="https://"
          optional
        />
        <TextField
          name="github"
          type="url"
          label={labels.github}
          limit={limits.url}
          placeholder="https://"
          optional
        />
        <TextField
          name="portfolio"
          type="url"
          label={labels.portfolio}
          limit={limits.url}
          placeholder="https://"
          optional
        />
        <TextLines name="motivation" label={labels.motivation} optional />
      </div>
    </details>
  );
}

function Panels() {
  return (
    <div className="panels">
      <section aria-labelledby="positions">
        <h2 className="label" id="positions">
          Open positions
        </h2>
        <ul className="tags">
          {applicationRoles
            .filter((role) => role !== otherRole)
            .map((role) => (
              <li key={role} className="tag">
                {withLanguage(role)}
              </li>
            ))}
        </ul>
        <p className="help">
          Applicants need a minimum availability of {site.hours.availability} hours. That is{' '}
          {site.hours.availability} hours a week.
        </p>
      </section>
      <section aria-labelledby="benefits">
        <h2 className="label" id="benefits">
          Benefits
        </h2>
        <ul className="benefits">
          {words.benefits.map((benefit) => (
            <li key={benefit}>
              <Check className="i" aria-hidden="true" />
              {withLanguage(benefit)}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="team">
        <h2 className="label" id="team">
          The team
        </h2>
        <dl className="figures">
          {words.figures.map(({ figure, label }) => (
            <div key={label}>
              <dt>{withLanguage(label)}</dt>
              <dd>{withLanguage(figure)}</dd>
            </div>
          ))}
        </dl>
        <p className="help">{withLanguage(words.team)}</p>
      </section>
    </div>
  );
}

import { Plus } from 'lucide-react';
import { formWords } from '#contract/site/forms.ts';
import { site } from '#contract/site/lab.ts';
import { workflow } from '#contract/site/workflow.ts';
import { expertises, limits } from '#contract/vocabulary.ts';
import { Triangle } from '../art/marks.tsx';
import { Head } from '../head.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { Choices, TextField, TextLines } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import type { Values } from '../ui/form-values.ts';
import { FormEnd, FormGroup, FormPage } from './form-page.tsx';
import { Sent } from './sent.tsx';
import { SimilarIdeas } from './similar-ideas.tsx';
import { Submission, useSubmission } from './submission.tsx';
import { withLanguage } from './with-language.tsx';

export const labels = {
  title: 'Title',
  problemStatement: 'Problem statement',
  proposedSolution: 'Proposed AI-driven solution',
  submitterName: 'Your name',
  email: 'E-mail',
  targetAudience: 'Target audience or beneficiary',
  expectedImpact: 'Expected impact or benefits',
  requiredExpertise: 'Required expertise',
  successMetrics: 'Potential MVP success metrics',
  dependencies: 'Dependencies or prerequisites',
};

export default function SubmitIdea() {
  return (
    <>
      <Head
        title="Submit your idea"
        description={formWords.submitIdea.description}
        path="/submit-idea"
      />
      <Submission
        path="/api/ideas"
        labels={labels}
        success={{
          title: 'Idea Submitted!',
          text: "Thank you for your submission. We'll review your idea and get back to you soon.",
        }}
        failure="There was an error submitting your idea. Please try again."
        sent={
          <Sent
            stops={[
              { name: 'Idea intake', detail: 'received' },
              { name: 'Prioritization', detail: 'next' },
              { name: 'Pod selection' },
              { name: 'MVP', detail: `${site.hours.mvp} hours` },
              { name: 'Extended', detail: `+${site.hours.extended} hours` },
            ]}
            again={
              <>
                <Plus className="i" aria-hidden="true" />
                Submit another idea
              </>
            }
            next={{ href: '/ideas', text: 'See community ideas' }}
          >
            You can follow its status in the community list.
          </Sent>
        }
      >
        <FormPage title="Submit your idea" lead={formWords.submitIdea.lead} aside={<Steps />}>
          <IdeaForm />
        </FormPage>
      </Submission>
    </>
  );
}

const toDraft = ({ email, ...values }: Values) => ({ ...values, ...(email && { email }) });

export function IdeaForm() {
  const { send, correction } = useSubmission();
  const form = useDraftForm({
    name: correction?.draft ?? 'idea',
    ...(correction && { initial: correction.values }),
    schema: async () => (await import('./rules.ts')).IdeaDraft,
    toDraft,
    send,
  });
  return (
    <Form form={form} labels={labels}>
      <FormGroup title="The idea">
        <div className="title-field">
          <TextField name="title" label={labels.title} />
          {!correction && <SimilarIdeas title={String(form.values.title ?? '')} />}
        </div>
        <TextLines
          name="problemStatement"
          label={labels.problemStatement}
          help="Who runs into it, how often, and what it costs them."
        />
        <TextLines
          name="proposedSolution"
          label={labels.proposedSolution}
          placeholder="What would the prototype do, and where does a model help?"
        />
      </FormGroup>
      <FormGroup title="Whom it helps, and how">
        <div className="two">
          <TextField name="submitterName" label={labels.submitterName} autoComplete="name" />
          <TextField name="targetAudience" label={labels.targetAudience} limit={limits.text} />
        </div>
        <TextField
          name="email"
          type="email"
          label={labels.email}
          help="Private: only to tell you about this idea."
          limit={limits.email}
          placeholder="name@example.org"
          autoComplete="email"
          optional
        />
        <TextLines
          name="expectedImpact"
          label={labels.expectedImpact}
          placeholder="What gets better, and for how many people?"
        />
      </FormGroup>
      <FormGroup title="What the pod will need">
        <Choices
          name="requiredExpertise"
          type="checkbox"
          label={labels.requiredExpertise}
          help="The pod is the team that would build it. Pick every skill you think it will need."
          options={expertises.map((value) => ({ value, label: withLanguage(value) }))}
        />
        <TextLines
          name="successMetrics"
          label={labels.successMetrics}
          help="MVP: the first version that works. How would you tell that it is a success?"
          optional
        />
        <TextLines
          name="dependencies"
          label={labels.dependencies}
          placeholder="Data access, partners, permissions"
          optional
        />
      </FormGroup>
      <FormEnd
        action="Submit idea"
        busy={form.sending && 'Submitting...'}
        help="Your name stands next to the idea in the public list."
      />
    </Form>
  );
}

function Steps() {
  return (
    <ol className="steps">
      {workflow.lifecycle.steps.map(({ name, about }, index) => (
        <li
          key={name}
          className={index === 0 ? 'now' : undefined}
          aria-current={index === 0 ? 'step' : undefined}
        >
          <Triangle />
          <b>{withLanguage(name)}</b>
          <span>{withLanguage(about)}</span>
        </li>
      ))}
    </ol>
  );
}

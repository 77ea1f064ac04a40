import { ArrowRight, Plus } from 'lucide-react';
import type { IdeaDraft } from '#contract/idea.ts';
import { expertises, limits } from '#contract/vocabulary.ts';
import { Triangle } from '../art/marks.tsx';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Choices, TextField } from '../ui/field.tsx';
import { Form, useDraftForm } from '../ui/form.tsx';
import { FormGroup, FormPage } from './form-page.tsx';
import { lifecycle } from './programme.ts';
import { Sent } from './sent.tsx';
import { useSubmission } from './submission.ts';
import { Trap } from './trap.tsx';

const labels = {
  title: 'Title',
  problemStatement: 'Problem statement',
  proposedSolution: 'Proposed AI-driven solution',
  submitterName: 'Your name',
  targetAudience: 'Target audience or beneficiary',
  expectedImpact: 'Expected impact or benefits',
  requiredExpertise: 'Required expertise',
  successMetrics: 'Potential MVP success metrics',
  dependencies: 'Dependencies or prerequisites',
};

const success = {
  title: 'Idea Submitted!',
  text: "Thank you for your submission. We'll review your idea and get back to you soon.",
};

export default function SubmitIdea() {
  const { sent, send, reset } = useSubmission<IdeaDraft>({
    path: '/api/ideas',
    labels,
    success,
    failure: 'There was an error submitting your idea. Please try again.',
  });
  return (
    <>
      <Head
        title="Submit your idea"
        description="Describe a problem worth solving. If a pod takes it on, it gets 50 hours to become a prototype."
        path="/submit-idea"
      />
      {sent ? (
        <Sent
          title={success.title}
          stops={[
            { name: 'Idea intake', detail: 'received' },
            { name: 'Prioritization', detail: 'next' },
            { name: 'Pod selection' },
            { name: 'MVP', detail: '50 hours' },
            { name: 'Extended', detail: '+50 hours' },
          ]}
          actions={
            <>
              <Button variant="primary" onClick={reset}>
                <Plus className="i" aria-hidden="true" />
                Submit another idea
              </Button>
              <Link className={buttonClass()} href="/ideas">
                See community ideas
              </Link>
            </>
          }
        >
          {success.text} You can follow its status in the community list.
        </Sent>
      ) : (
        <FormPage
          title="Submit your idea"
          lead="Six answers are enough. How to build it is our part."
          aside={<Steps />}
        >
          <IdeaForm send={send} />
        </FormPage>
      )}
    </>
  );
}

function IdeaForm({ send }: { send: ReturnType<typeof useSubmission<IdeaDraft>>['send'] }) {
  const form = useDraftForm({
    name: 'idea',
    schema: async () => (await import('./rules.ts')).IdeaDraft,
    send,
  });
  return (
    <Form form={form} labels={labels}>
      <FormGroup title="The idea">
        <TextField name="title" label={labels.title} />
        <TextField
          name="problemStatement"
          label={labels.problemStatement}
          help="Who runs into it, how often, and what it costs them."
          limit={limits.text}
          lines
        />
        <TextField
          name="proposedSolution"
          label={labels.proposedSolution}
          placeholder="What would the prototype do, and where does a model help?"
          limit={limits.text}
          lines
        />
      </FormGroup>
      <FormGroup title="People and effect">
        <div className="two">
          <TextField name="submitterName" label={labels.submitterName} autoComplete="name" />
          <TextField name="targetAudience" label={labels.targetAudience} limit={limits.text} />
        </div>
        <TextField
          name="expectedImpact"
          label={labels.expectedImpact}
          placeholder="What gets better, and for how many people?"
          limit={limits.text}
          lines
        />
      </FormGroup>
      <FormGroup title="What it takes">
        <Choices
          name="requiredExpertise"
          type="checkbox"
          label={labels.requiredExpertise}
          help="Pick everything you think the pod will need."
          options={expertises}
        />
        <TextField
          name="successMetrics"
          label={labels.successMetrics}
          limit={limits.text}
          optional
          lines
        />
        <TextField
          name="dependencies"
          label={labels.dependencies}
          placeholder="Data access, partners, permissions"
          limit={limits.text}
          optional
          lines
        />
      </FormGroup>
      <Trap />
      <div className="form-end">
        <Button type="submit" variant="primary" busy={form.sending && 'Submitting...'}>
          Submit idea
          <ArrowRight className="i i-go" aria-hidden="true" />
        </Button>
        <p className="help">Your name stands next to the idea in the public list.</p>
      </div>
    </Form>
  );
}

function Steps() {
  return (
    <ol className="steps">
      {lifecycle.map(({ name, about }, index) => (
        <li
          key={name}
          className={index === 0 ? 'now' : undefined}
          aria-current={index === 0 ? 'step' : undefined}
        >
          <Triangle />
          <b>{name}</b>
          <span>{about}</span>
        </li>
      ))}
    </ol>
  );
}

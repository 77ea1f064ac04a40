import { ArrowRight, Clock, Lightbulb, Mail, Users } from 'lucide-react';
import type { ContactDraft } from '#contract/contact.ts';
import {
  defaultInquiryType,
  type InquiryType,
  inquiryTypes,
  limits,
} from '#contract/vocabulary.ts';
import { site } from '#site.config.ts';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Choices, TextField } from '../ui/field.tsx';
import { Form, useDraftForm } from '../ui/form.tsx';
import { FormGroup, FormPage } from './form-page.tsx';
import { Sent } from './sent.tsx';
import { useSubmission } from './submission.ts';
import { Trap } from './trap.tsx';

/** In the order of the page. */
const labels = {
  inquiryType: 'What is it about?',
  subject: 'Subject',
  message: 'Message',
  name: 'Name',
  email: 'E-mail',
};

const topics: Record<InquiryType, string> = {
  general: 'General',
  business: 'Business',
  technical: 'Technical',
  career: 'Career',
  other: 'Other',
};

const success = {
  title: 'Message Sent!',
  text: "Thank you for contacting us. We'll get back to you soon.",
};

export default function Contact() {
  const { sent, send, reset } = useSubmission<ContactDraft>({
    path: '/api/contact',
    labels,
    success,
    failure: 'There was an error sending your message. Please try again.',
  });
  return (
    <>
      <Head
        title="Contact"
        description="Write to the lab. We typically respond within 24 hours."
        path="/contact"
      />
      {sent ? (
        <Sent
          title={success.title}
          stops={[
            { name: 'Message', detail: 'received' },
            { name: 'Read', detail: 'next' },
            { name: 'Answer', detail: 'within 24 hours' },
          ]}
          actions={
            <>
              <Button variant="primary" onClick={reset}>
                Send another message
              </Button>
              <Link className={buttonClass()} href="/">
                Back to Home
              </Link>
            </>
          }
        >
          {success.text}
        </Sent>
      ) : (
        <FormPage
          title="Talk to us"
          lead="A question, a partnership, a bug, a good story: a person reads every message."
          aside={<Ways />}
        >
          <ContactForm send={send} />
        </FormPage>
      )}
    </>
  );
}

function ContactForm({ send }: { send: ReturnType<typeof useSubmission<ContactDraft>>['send'] }) {
  const form = useDraftForm({
    name: 'contact',
    schema: async () => (await import('./rules.ts')).ContactDraft,
    toDraft: (values) => ({ ...values, inquiryType: values.inquiryType || defaultInquiryType }),
    send,
  });
  return (
    <Form form={form} labels={labels}>
      <FormGroup title="Your message">
        <Choices
          name="inquiryType"
          type="radio"
          label={labels.inquiryType}
          options={inquiryTypes.map((value) => ({ value, label: topics[value] }))}
          optional
        />
        <TextField name="subject" label={labels.subject} />
        <TextField name="message" label={labels.message} limit={limits.text} lines />
      </FormGroup>
      <FormGroup title="Where to answer">
        <div className="two">
          <TextField name="name" label={labels.name} autoComplete="name" />
          <TextField
            name="email"
            type="email"
            label={labels.email}
            limit={limits.email}
            placeholder="name@example.org"
            autoComplete="email"
          />
        </div>
      </FormGroup>
      <Trap />
      <div className="form-end">
        <Button type="submit" variant="primary" busy={form.sending && 'Sending...'}>
          Send message
          <ArrowRight className="i i-go" aria-hidden="true" />
        </Button>
        <p className="help">We typically respond within 24 hours</p>
      </div>
    </Form>
  );
}

function Ways() {
  return (
    <ul className="ways">
      <li>
        <Mail className="i" aria-hidden="true" />
        <div>
          <b>E-mail</b>
          <a href={`mailto:${site.email}`}>{site.email}</a>
        </div>
      </li>
      <li>
        <Clock className="i" aria-hidden="true" />
        <div>
          <b>Response time</b>
          <span>We typically respond within 24 hours</span>
        </div>
      </li>
      <li>
        <Lightbulb className="i" aria-hidden="true" />
        <div>
          <b>You have an idea</b>
          <Link href="/submit-idea">The idea form asks the right questions</Link>
        </div>
      </li>
      <li>
        <Users className="i" aria-hidden="true" />
        <div>
          <b>You would like to build with us</b>
          <Link href="/join-team">Apply to join the team</Link>
        </div>
      </li>
    </ul>
  );
}

import { Clock, Lightbulb, Mail, Users } from 'lucide-react';
import { formWords } from '#contract/site/forms.ts';
import { site } from '#contract/site/lab.ts';
import { defaultInquiryType, limits } from '#contract/vocabulary.ts';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { Choices, TextField, TextLines } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { FormEnd, FormGroup, FormPage } from './form-page.tsx';
import { responseTimeText } from './programme.ts';
import { Sent } from './sent.tsx';
import { Submission, useSubmission } from './submission.tsx';
import { withLanguage } from './with-language.tsx';

/** The labels, in the order of the fields. */
export const labels = {
  inquiryType: 'What is it about?',
  subject: 'Subject',
  message: 'Message',
  name: 'Name',
  email: 'E-mail',
};

export default function Contact() {
  return (
    <>
      <Head
        title="Contact"
        description={`Write to the lab. ${responseTimeText}.`}
        path="/contact"
      />
      <Submission
        path="/api/contact"
        labels={labels}
        success={{
          title: 'Message Sent!',
          text: "Thank you for contacting us. We'll get back to you soon.",
        }}
        failure="There was an error sending your message. Please try again."
        sent={
          <Sent
            stops={[
              { name: 'Message', detail: 'received' },
              { name: 'Read', detail: 'next' },
              { name: 'Answer', detail: `within ${site.hours.answer} hours` },
            ]}
            again="Send another message"
            next={{ href: '/', text: 'Back to Home' }}
          />
        }
      >
        <FormPage
          title={withLanguage(formWords.contact.title)}
          lead={formWords.contact.lead}
          aside={<Ways />}
        >
          <ContactForm />
        </FormPage>
      </Submission>
    </>
  );
}

export function ContactForm() {
  const { send, correction } = useSubmission();
  const form = useDraftForm({
    name: correction?.draft ?? 'contact',
    ...(correction && { initial: correction.values }),
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
          options={formWords.topics.map(({ value, label }) => ({
            value,
            label: withLanguage(label),
          }))}
          optional
        />
        <TextField name="subject" label={labels.subject} />
        <TextLines name="message" label={labels.message} />
      </FormGroup>
      <FormGroup title="How we can reach you">
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
      <FormEnd action="Send message" busy={form.sending && 'Sending...'} help={responseTimeText} />
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
          <span>{responseTimeText}</span>
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

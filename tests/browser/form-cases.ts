import type { Page } from '@playwright/test';
import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { token } from './staff.ts';

/** The three public forms: their paths, texts and fields, and a valid submission of each. */

/** Fetches the submissions of one form as staff see them, newest first. */
export async function submissions(page: Page, list: string): Promise<Record<string, unknown>[]> {
  const response = await page.request.get(`/api/admin/${list}`, {
    headers: { Authorization: `Bearer ${await token(page.request)}` },
  });
  return response.json();
}

export interface FormCase {
  path: string;
  api: string;
  list: string;
  busy: string;
  button: string;
  required: string[];
  success: [title: string, text: string];
  failure: string;
  again: string;
  fill(page: Page): Promise<void>;
  expected: Record<string, unknown>;
}

export const contact: FormCase = {
  path: '/contact',
  api: '/api/contact',
  list: 'contacts',
  busy: 'Sending...',
  button: 'Send message',
  required: ['Name', 'E-mail', 'Subject', 'Message'],
  success: ['Message Sent!', "Thank you for contacting us. We'll get back to you soon."],
  failure: 'There was an error sending your message. Please try again.',
  again: 'Send another message',
  expected: contactDraft,
  async fill(page) {
    await page.getByLabel('Business').check();
    await page.getByLabel('Subject').fill(contactDraft.subject);
    await page.getByLabel('Message').fill(contactDraft.message);
    await page.getByLabel('Name').fill(contactDraft.name);
    await page.getByLabel('E-mail').fill(contactDraft.email);
  },
};

export const idea: FormCase = {
  path: '/submit-idea',
  api: '/api/ideas',
  list: 'ideas',
  busy: 'Submitting...',
  button: 'Submit idea',
  required: [
    'Title',
    'Problem statement',
    'Proposed AI-driven solution',
    'Your name',
    'Target audience or beneficiary',
    'Expected impact or benefits',
  ],
  success: [
    'Idea Submitted!',
    "Thank you for your submission. We'll review your idea and get back to you soon.",
  ],
  failure: 'There was an error submitting your idea. Please try again.',
  again: 'Submit another idea',
  expected: ideaDraft,
  async fill(page) {
    await page.getByLabel('Title').fill(ideaDraft.title);
    await page.getByLabel('Problem statement').fill(ideaDraft.problemStatement);
    await page.getByLabel('Proposed AI-driven solution').fill(ideaDraft.proposedSolution);
    await page.getByLabel('Your name').fill(ideaDraft.submitterName);
    await page.getByLabel('Target audience').fill(ideaDraft.targetAudience);
    await page.getByLabel('Expected impact').fill(ideaDraft.expectedImpact);
    for (const name of ideaDraft.requiredExpertise) await page.getByLabel(name).check();
    await page.getByLabel('success metrics').fill(ideaDraft.successMetrics);
    await page.getByLabel('Dependencies').fill(ideaDraft.dependencies);
  },
};

export const application: FormCase = {
  path: '/join-team',
  api: '/api/applications',
  list: 'applications',
  busy: 'Submitting...',
  button: 'Submit application',
  required: [
    'Full name',
    'E-mail',
    'Mattermost handle',
    'Role',
    'Do you meet the minimum availability of 10 hours?',
    'Are you currently in a circle?',
  ],
  success: [
    'Application Submitted!',
    "Thank you for your interest. We'll review your application and get back to you soon.",
  ],
  failure: 'There was an error submitting your application. Please try again.',
  again: 'Submit another application',
  expected: applicationDraft,
  async fill(page) {
    await page.getByLabel('Full name').fill(applicationDraft.fullName);
    await page.getByLabel('E-mail').fill(applicationDraft.email);
    await page.getByLabel('Mattermost handle').fill(applicationDraft.mattermostHandle);
    await page.getByLabel('Role').selectOption(applicationDraft.role);
    for (const name of applicationDraft.circles) await page.getByLabel(`${name} Circle`).check();
    await page
      .getByRole('radiogroup', { name: /10 hours/ })
      .getByLabel('Yes')
      .check();
    await page
      .getByRole('radiogroup', { name: /in a circle/ })
      .getByLabel('No')
      .check();
  },
};

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Application } from '#contract/application.ts';
import { Idea } from '#contract/idea.ts';
import { fieldsOf, type ImportKind, importKinds } from '#contract/import.ts';
import { labelOf } from './fields.ts';
import { guess } from './guess.ts';

const guessed = (kind: ImportKind, names: string[]) =>
  Object.fromEntries(
    Object.entries(guess(kind, names)).map(([field, source]) => [
      field,
      'column' in source && names[source.column],
    ]),
  );

test('guess matches the columns of an export of this site to the fields of the same names, and no others', () => {
  for (const [kind, schema] of [
    ['ideas', Idea],
    ['applications', Application],
  ] as const) {
    const expected = Object.fromEntries(fieldsOf(kind).map((field) => [field, field]));
    assert.deepEqual(guessed(kind, Object.keys(schema.shape)), expected);
  }
});

test('guess matches the questions of a form by their words', () => {
  assert.deepEqual(
    guessed('ideas', [
      'Timestamp',
      'Email Address',
      'Your name',
      'Title of your idea',
      'What problem does it solve?',
      'Your proposed solution',
      'Who would benefit?',
      'What would get better?',
      'Which expertise is needed?',
      'How would you measure success?',
      'Favourite colour',
    ]),
    {
      createdAt: 'Timestamp',
      email: 'Email Address',
      submitterName: 'Your name',
      title: 'Title of your idea',
      problemStatement: 'What problem does it solve?',
      proposedSolution: 'Your proposed solution',
      expectedImpact: 'What would get better?',
      targetAudience: 'Who would benefit?',
      requiredExpertise: 'Which expertise is needed?',
      successMetrics: 'How would you measure success?',
    },
  );
  assert.deepEqual(
    guessed('applications', [
      'Created time',
      'Name',
      'E-mail',
      'Slack handle',
      'Which role would you like?',
      'Are you currently in a circle?',
      'Circles',
      'Do you meet the minimum availability?',
      'Availability',
      'LinkedIn profile',
      'Why do you want to join?',
      'Reason',
    ]),
    {
      createdAt: 'Created time',
      fullName: 'Name',
      email: 'E-mail',
      mattermostHandle: 'Slack handle',
      role: 'Which role would you like?',
      currentlyInCircle: 'Are you currently in a circle?',
      circles: 'Circles',
      meetsRequirements: 'Do you meet the minimum availability?',
      availability: 'Availability',
      linkedin: 'LinkedIn profile',
      motivation: 'Why do you want to join?',
    },
  );
});

test('every field has a label, and guess matches a column with that label', () => {
  for (const kind of importKinds) {
    const names = fieldsOf(kind).map((field) => labelOf(kind, field));
    assert.ok(names.every(Boolean));
    const expected = fieldsOf(kind).map((field) => [field, labelOf(kind, field)]);
    assert.deepEqual(guessed(kind, names), Object.fromEntries(expected));
  }
});

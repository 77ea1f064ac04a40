/** The values that validation must refuse, for each kind of field. */

const wrongTypes = [7, true, {}, [], ['x']];
const badText = ['a\u0000b', 'bell\u0007', 'del\u007f', 'c1\u0085', 'lone \ud800'];

export interface Case {
  label: string;
  field: string;
  body: Record<string, unknown>;
}

type Values = unknown[];

export const text = (max: number): Values => [...wrongTypes, ...badText, 'x'.repeat(max + 1)];
export const required = (values: Values): Values => [
  undefined,
  null,
  '',
  '   ',
  '\t\n\u00a0',
  ...values,
];
export const email: Values = required([
  ...text(254),
  'nobody',
  'a@b',
  '@example.org',
  'a b@example.org',
  'a@example.org, b@example.org',
  `${'a'.repeat(250)}@example.org`,
]);
export const url: Values = [
  ...text(2000),
  'example.org',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://example.org',
  '//example.org',
  'https://',
  'https://exa mple.org',
];
export const choice: Values = ['nope', 'Toolx', 7, true, {}, []];
export const list: Values = [
  7,
  'text',
  {},
  null,
  [7],
  [null],
  ['x'.repeat(61)],
  Array.from({ length: 31 }, (_, index) => `entry ${index}`),
];
export const choices: Values = [7, 'text', {}, null, [7], ['nope'], Array(31).fill('Developer')];
export const number = (least: number, most: number): Values => [
  least - 1,
  most + 1,
  '5',
  'many',
  null,
  true,
  [],
  {},
  1e308,
];
export const date: Values = ['tomorrow', '2026-13-01', '2026-02-30', '03.02.2026', 7, {}, true];
export const time: Values = [...date, '2026-02-03', '2026-02-03T10:00', ''];
export const flag: Values = ['true', 1, {}, [], null];

/** Returns a body for each bad value of each field. The other fields of the body are valid. */
export function badBodies(draft: object, fields: Record<string, Values>): Case[] {
  return Object.entries(fields).flatMap(([field, values]) =>
    values.map((value) => ({
      label: `${field} ${describe(value)}`,
      field,
      body: { ...draft, [field]: value },
    })),
  );
}

const describe = (value: unknown) => {
  const shown = JSON.stringify(value) ?? 'missing';
  return shown.length > 40 ? `${shown.slice(0, 30)}… (${shown.length})` : shown;
};

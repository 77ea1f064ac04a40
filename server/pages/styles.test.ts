import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stylesFor } from './styles.ts';

const page = '<main class="card wide"><p class="lead md:grid">text</p></main>';
const kept = (sheet: string) => stylesFor(sheet)(page);

test('a rule stays where the page has all of its classes', () => {
  assert.equal(
    kept('.card{a:b}.gone{a:b}.card .lead{c:d}.card .gone{c:d}'),
    '.card{a:b}.card .lead{c:d}',
  );
  assert.equal(kept('.gone,.card:hover,p{a:b}'), '.card:hover,p{a:b}');
  assert.equal(kept('.md\\:grid{a:b}.md\\:gone{a:b}'), '.md\\:grid{a:b}');
});

test('states, elements and choices stay', () => {
  const sheet =
    '.card[data-open]{a:b}html{a:b}:root{a:b}.card:not(.gone){a:b}:is(.gone,.lead){a:b}';
  assert.equal(kept(sheet), sheet);
});

test('order, layers and what is no rule of a page stay', () => {
  const sheet =
    '@layer a,b;@layer a{.card{a:b}}@font-face{src:url("x{y}")}@keyframes k{0%{a:b}to{c:d}}@property --p{syntax:"*"}';
  assert.equal(kept(sheet), sheet);
});

test('an empty block goes', () => {
  assert.equal(
    kept('@media print{.gone{a:b}}@media print{.card{a:b}}'),
    '@media print{.card{a:b}}',
  );
});

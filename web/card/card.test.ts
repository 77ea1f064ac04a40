import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { type Card, readCardPath } from '#contract/card.ts';
import { publicPages } from '#contract/pages.ts';
import {
  appStatuses,
  blogCategories,
  type IdeaStatus,
  ideaStatuses,
  podStatuses,
} from '#contract/vocabulary.ts';
import { lookOf } from '../ui/status-look.ts';
import type { Canvas } from './canvas.ts';
import { drawCard } from './card.ts';
import { colours } from './colours.ts';
import { display, mono } from './faces.ts';
import { setTitle } from './title.ts';

const draw = (title: string, status: IdeaStatus = 'approved') =>
  drawCard({ kind: 'idea', title, status });

const hashOf = ({ pixels, palette }: Canvas) => hash('sha256', pixels) + String(palette);

const rgb = (hex: string): number => Number.parseInt(hex.slice(1), 16);

/** Counts the pixels below the lab's name that have the colour of titles. */
function countTitlePixels({ width, pixels, palette }: Canvas): number {
  const text = palette.indexOf(rgb(colours.text));
  return pixels.subarray(110 * width).filter((number) => number === text).length;
}

const linesOf = (title: string) => setTitle(title, display, 1072)?.lines;

test('a picture has 1200 by 630 pixels of at most 256 colours', () => {
  for (const status of ideaStatuses) {
    const { width, height, pixels, palette } = draw('A damp diary for tenants', status);
    assert.deepEqual([width, height, pixels.length], [1200, 630, 1200 * 630]);
    assert.ok(palette.length < 256, `${palette.length} colours`);
    assert.ok(Math.max(...new Set(pixels)) < palette.length);
  }
});

test('the card of a post, a project or a pod changes with each fact that it shows', () => {
  const cards: Card[] = [
    { kind: 'post', title: 'Tides', id: 'tides', category: 'AI' },
    { kind: 'post', title: 'Tides', id: 'tides', category: 'Technology' },
    { kind: 'post', title: 'Tides', id: 'tides--2', category: 'AI' },
    { kind: 'post', title: 'Tide', id: 'tides', category: 'AI' },
    { kind: 'post', title: '想法', id: 'tides', category: 'AI' },
    ...appStatuses.map((status): Card => ({ kind: 'project', title: 'Tides', status })),
    ...podStatuses.map((status): Card => ({ kind: 'pod', title: 'Tides', status, progress: 40 })),
    { kind: 'pod', title: 'Tides', status: 'Active', progress: 0 },
    { kind: 'pod', title: 'Tides', status: 'Active', progress: 100 },
  ];
  const drawn = cards.map(drawCard);
  for (const { palette } of drawn) assert.ok(palette.length <= 256);
  assert.equal(new Set(drawn.map(hashOf)).size, cards.length);
});

test('a page has a card of its own, or that of the home page', () => {
  const hashes = publicPages.flatMap((page) => {
    const card = readCardPath(`${page === '/' ? '' : page}/card.png`);
    return card?.kind === 'page' ? [hashOf(drawCard(card))] : [];
  });
  const [home] = hashes;
  const own = hashes.filter((each) => each !== home);
  assert.equal(new Set(own).size, own.length);
  assert.ok(own.length >= 7, `${own.length} pages have their own picture`);
});

test('title and status alone determine the card of an idea', () => {
  const pictures = [
    ...ideaStatuses.map((status) => draw('Tide tables', status)),
    draw('Tide table'),
    draw('tide tables'),
  ];
  const hashes = pictures.map(hashOf);
  assert.equal(new Set(hashes).size, pictures.length);
  assert.equal(hashOf(draw('Tide tables')), hashes[2]);
});

test('the route of an idea ends at its status', () => {
  const route = rgb(colours.route);
  const endOf = (status: IdeaStatus) => {
    const { width, pixels, palette } = draw('Tide tables', status);
    let end = 0;
    for (let at = 402 * width; at < 560 * width; at += 1) {
      if (palette[pixels[at] ?? 0] === route) end = Math.max(end, at % width);
    }
    return end;
  };
  const ends = ideaStatuses.map(endOf);
  assert.deepEqual(
    ends.toSorted((a, b) => a - b),
    [ends[4], ...ends.slice(0, 4)],
  );
  assert.equal(new Set(ends).size, 5);
  assert.equal(ends[4], 0, 'a rejected idea has no route');
});

test('the faces have the letters of every status and of Latin titles', () => {
  const statuses = [...ideaStatuses, ...appStatuses, ...podStatuses].map(
    (status) => lookOf(status).label,
  );
  for (const letter of [...statuses, ...blogCategories, '100%'].join('')) {
    assert.ok(mono.has(letter), letter);
  }
  for (const letter of 'AZaz09 .,!?“”’–—…éÅŁőșğÞßœ&@#%()/+=€£')
    assert.ok(display.has(letter), letter);
});

test('a title is broken into lines of similar length, and cut after four lines', () => {
  assert.deepEqual(linesOf('Sonogram'), ['Sonogram']);
  assert.deepEqual(linesOf('Part tracks for amateur choirs'), [
    'Part tracks for',
    'amateur choirs',
  ]);
  const long = linesOf('a rather long title about many things '.repeat(6)) ?? [];
  assert.equal(long.length, 4);
  assert.match(long.at(-1) ?? '', /[a-z]…$/);
  const word = linesOf('W'.repeat(200)) ?? [];
  assert.equal(word.length, 4);
  assert.ok(
    word.every((line) => display.widthOf(line, { size: 54, letterSpacing: -0.026 }) <= 1072),
  );
});

test('titles are normalised to NFC, and characters without a glyph are left out', () => {
  assert.deepEqual(linesOf('Cafe\u0301 \u202E🚀👩🏽‍🚀 \u200B nai\u0308ve\u0000\n2⃣'), [
    'Café naïve 2',
  ]);
  assert.deepEqual(linesOf('© ® ™ 100 %'), ['© ® ™ 100 %']);
});

test('a title with letters that the face lacks is not drawn', () => {
  const foreign = ['فكرة', 'רעיון', '想法', 'Идея', 'An idea for 東京', 'x ≤ 5', '\u0301'];
  for (const title of [...foreign, '🚀', '', '\uD800']) {
    assert.equal(linesOf(title), undefined, title);
    assert.equal(countTitlePixels(draw(title)), 0, title);
  }
  assert.ok(countTitlePixels(draw('An idea')) > 1000);
});

test('a card with a hostile title has all its pixels', () => {
  for (const title of [
    '</script><script>alert(1)</script>',
    '__proto__ constructor toString',
    'part1 part23',
    '\u0000'.repeat(200),
    ' '.repeat(200),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
    'i'.repeat(100_000),
    '… '.repeat(100),
  ]) {
    assert.equal(draw(title).pixels.length, 1200 * 630);
  }
});

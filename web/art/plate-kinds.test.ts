import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blogCategories } from '#contract/vocabulary.ts';
import { pickFrom } from './geometry.ts';
import { differingKinds, plateKinds } from './plate-kinds.ts';

const lists = Array.from({ length: 100 }, (_, list) =>
  Array.from({ length: 40 }, (_, index) => {
    const id = `post-${list}-${index}`;
    return { id, category: blogCategories[pickFrom(`c${id}`, blogCategories.length)] ?? '' };
  }),
);

const only = (posts: (typeof lists)[number]) => (wanted: string) =>
  posts.filter(({ category }) => category === wanted);

test('the plates of neighbouring posts differ, in one to three columns and within a category', () => {
  for (const posts of lists) {
    const kinds = differingKinds(posts);
    for (const shown of [posts, ...blogCategories.map(only(posts))]) {
      const inOrder = shown.map(({ id }) => kinds.get(id));
      const reach = shown === posts ? 3 : 1;
      inOrder.forEach((kind, index) => {
        const before = inOrder.slice(Math.max(0, index - reach), index);
        assert.ok(kind && !before.includes(kind), `${inOrder}, at ${index}`);
      });
    }
  }
});

test('eight posts are enough for all six kinds to appear', () => {
  for (const posts of lists) {
    const kinds = new Set(differingKinds(posts.slice(-8)).values());
    assert.deepEqual([...kinds].sort(), [...plateKinds].sort());
  }
});

test('a new post leaves the plates of the others as they are', () => {
  const [posts = []] = lists;
  const before = differingKinds(posts.slice(1));
  for (const [id, kind] of before) assert.equal(differingKinds(posts).get(id), kind);
});

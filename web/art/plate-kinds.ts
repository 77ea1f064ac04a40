import { pickFrom } from './geometry.ts';

export const plateKinds = ['feather', 'flock', 'wingbeat', 'egg', 'routes', 'field'] as const;
export type PlateKind = (typeof plateKinds)[number];

/** Returns a kind that the seed alone determines. */
export const plateKindOf = (seed: string): PlateKind => pick(plateKinds, seed);

interface Seed {
  id: string;
  category: string;
}

/**
 * Returns the plate kind of each post by id. `posts` is sorted newest first. The kind of a post differs from
 * the kinds of the three next older posts, so that neighbours in up to three columns differ, and from the kind of the
 * next older post of its category. Kinds used least are preferred, so that six posts show all six kinds. The loop
 * goes from the oldest post to the newest: a new post does not change the kinds of older posts.
 */
export function differingKinds(posts: readonly Seed[]): Map<string, PlateKind> {
  const kinds = new Map<string, PlateKind>();
  const lastOf = new Map<string, PlateKind>();
  const uses = Object.fromEntries(plateKinds.map((kind) => [kind, 0])) as Record<PlateKind, number>;
  let near: PlateKind[] = [];
  for (const { id, category } of [...posts].reverse()) {
    const free = plateKinds.filter((kind) => !near.includes(kind) && kind !== lastOf.get(category));
    const fewest = Math.min(...free.map((kind) => uses[kind]));
    const rarest = free.filter((kind) => uses[kind] === fewest);
    const own = plateKindOf(id);
    const kind = rarest.includes(own) ? own : pick(rarest, id);
    kinds.set(id, kind);
    lastOf.set(category, kind);
    uses[kind] += 1;
    near = [...near, kind].slice(-3);
  }
  return kinds;
}

const pick = (choices: readonly PlateKind[], seed: string) =>
  choices[pickFrom(seed, choices.length)] ?? 'feather';

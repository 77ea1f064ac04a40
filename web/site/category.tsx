import {
  AppWindow,
  Bot,
  BrainCircuit,
  CodeXml,
  Cpu,
  Lightbulb,
  type LucideIcon,
  Server,
  Wrench,
} from 'lucide-react';
import { ownLanguage } from '#contract/site/language.ts';
import { appCategories, blogCategories } from '#contract/vocabulary.ts';
import { withLanguage } from './with-language.tsx';

type Look = [Icon: LucideIcon, tone: string];

/** The looks of `appCategories`, in the same order. */
const appLooks: Look[] = [
  [Bot, 'agent'],
  [AppWindow, 'web'],
  [Wrench, 'tool'],
  [Server, 'service'],
];
/** The looks of `blogCategories`, in the same order. With more than four categories the looks repeat. */
const postLooks: Look[] = [
  [Cpu, 'web'],
  [BrainCircuit, 'agent'],
  [CodeXml, 'tool'],
  [Lightbulb, 'service'],
];

/** Returns the look of a category. A category that is no longer listed gets the last look, because `indexOf` is -1. */
const lookOf = (category: string): Look =>
  appLooks[(appCategories as readonly string[]).indexOf(category)] ??
  (postLooks.at(blogCategories.indexOf(category) % postLooks.length) as Look);

export function CategoryIcon({ category }: { category: string }) {
  const [Icon] = lookOf(category);
  return <Icon className="i" aria-hidden="true" />;
}

export function Category({ category }: { category: string }) {
  return (
    <span className="cat" style={{ '--c': `var(--cat-${lookOf(category)[1]})` }}>
      <CategoryIcon category={category} />
      {ownLanguage && blogCategories.includes(category) ? withLanguage(category) : category}
    </span>
  );
}

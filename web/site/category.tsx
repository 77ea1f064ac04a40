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

/** In the order of the categories. */
const appLooks: Look[] = [
  [Bot, 'agent'],
  [AppWindow, 'web'],
  [Wrench, 'tool'],
  [Server, 'service'],
];
/** In the order of the categories; more of them begin with the first look again. */
const postLooks: Look[] = [
  [Cpu, 'web'],
  [BrainCircuit, 'agent'],
  [CodeXml, 'tool'],
  [Lightbulb, 'service'],
];

/** A category that is no longer in the list has the last look. */
const lookOf = (category: string): Look =>
  appLooks[(appCategories as readonly string[]).indexOf(category)] ??
  (postLooks.at(blogCategories.indexOf(category) % postLooks.length) as Look);

export function CategoryIcon({ category }: { category: string }) {
  const [Icon] = lookOf(category);
  return <Icon className="i" aria-hidden="true" />;
}

/** A category: a coloured icon and a muted word. */
export function Category({ category }: { category: string }) {
  return (
    <span className="cat" style={{ '--c': `var(--cat-${lookOf(category)[1]})` }}>
      <CategoryIcon category={category} />
      {ownLanguage && blogCategories.includes(category) ? withLanguage(category) : category}
    </span>
  );
}

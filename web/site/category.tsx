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
import type { AppCategory, BlogCategory } from '#contract/vocabulary.ts';

/** A category: a coloured icon and a muted word. */
const looks: Record<AppCategory | BlogCategory, { Icon: LucideIcon; tone: string }> = {
  'AI Agent': { Icon: Bot, tone: 'agent' },
  'Web App': { Icon: AppWindow, tone: 'web' },
  Tool: { Icon: Wrench, tone: 'tool' },
  Service: { Icon: Server, tone: 'service' },
  Technology: { Icon: Cpu, tone: 'web' },
  AI: { Icon: BrainCircuit, tone: 'agent' },
  Development: { Icon: CodeXml, tone: 'tool' },
  Innovation: { Icon: Lightbulb, tone: 'service' },
};

export function CategoryIcon({ category }: { category: AppCategory | BlogCategory }) {
  const { Icon } = looks[category];
  return <Icon className="i" aria-hidden="true" />;
}

export function Category({ category }: { category: AppCategory | BlogCategory }) {
  return (
    <span className="cat" style={{ '--c': `var(--cat-${looks[category].tone})` }}>
      <CategoryIcon category={category} />
      {category}
    </span>
  );
}

import { ArrowDown } from 'lucide-react';
import { homeWords } from '#contract/site/home.ts';
import type { Stats } from '#contract/stats.ts';

import { HeroArt } from '../art/hero-art.tsx';
import { Bird } from '../art/marks.tsx';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { withLanguage } from './with-language.tsx';

export function Hero({ stats }: { stats: Stats }) {
  return (
    <section className="hero" id="hero">
      <div className="wrap">
        <div className="hero-main">
          <div className="hero-copy">
            <p className="hero-badge">
              <Bird />
              {withLanguage(homeWords.badge)}
            </p>
            <h1 className="hero-h">{withLanguage(homeWords.title)}</h1>
            <p className="lead">{withLanguage(homeWords.lead)}</p>
            <div className="cluster hero-cta">
              <Link className={buttonClass({ variant: 'primary' })} href="/#projects">
                View Projects
                <ArrowDown className="i" aria-hidden="true" />
              </Link>
              <Link className={buttonClass()} href="/#join">
                Join Our Team
              </Link>
            </div>
          </div>
          <HeroArt />
        </div>
        <dl className="stats">
          <Tile label="Apps Built" value={stats.totalApps} plus />
          <Tile label="Active Pods" value={stats.activePods} />
          <Tile label="Team Members" value={stats.teamMembers} plus />
          <Tile label="Months Running" value={stats.monthsSinceInception} />
        </dl>
        <hr className="ruler" />
      </div>
    </section>
  );
}

interface TileProps {
  label: string;
  value: number;
  plus?: boolean;
}

/**
 * Shows one statistic. CSS counts up to the value (`.count`). The HTML has the value itself from the start, for screen
 * readers and for browsers without styles.
 */
function Tile({ label, value, plus }: TileProps) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="count" style={{ '--to': value }}>
          <span>{value}</span>
        </span>
        {plus && <i>+</i>}
      </dd>
    </div>
  );
}

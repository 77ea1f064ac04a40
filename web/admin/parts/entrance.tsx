import type { ReactNode } from 'react';
import { site } from '#contract/site/lab.ts';
import { HeroArt } from '../../art/hero-art.tsx';
import { Mark } from '../../art/marks.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

/** The frame of the pages for users who are not signed in: the sign-in, its callback, and the invitation. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <main className="login" id="main">
      <figure className="login-art">
        <HeroArt />
        <figcaption className="label">
          Staff only: pods, apps, posts, and everything the community sends in.
        </figcaption>
      </figure>
      <section className="login-form">
        <span className="corner">
          <ThemeToggle />
        </span>
        {children}
      </section>
    </main>
  );
}

export function EntranceHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <a className="brand" href="/" aria-label={`${site.name}, home`}>
        <Mark />
        {site.name}
      </a>
      <h1 className="d2" tabIndex={-1}>
        {title}
      </h1>
      <p className="muted">{children}</p>
    </div>
  );
}

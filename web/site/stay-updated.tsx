import { Rss } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** Subscribing does nothing yet, and calls nothing; the feed beside it works today. */
export function StayUpdated() {
  return (
    <section className="stay" aria-labelledby="stay-heading">
      <div>
        <h2 className="d2" id="stay-heading">
          Stay Updated
        </h2>
        <p className="lead mt-2.5">
          A short letter whenever a prototype takes off, twice a month at most.
        </p>
        <p className="mt-3">
          <a className="link" href="/blog/feed.xml">
            <Rss className="i" aria-hidden="true" />
            Follow the Atom feed
          </a>
        </p>
      </div>
      <form className="inline-form" onSubmit={(event) => event.preventDefault()}>
        <input
          className="input"
          type="email"
          aria-label="E-mail address"
          placeholder="you@example.org"
          autoComplete="email"
        />
        <Button type="submit" variant="primary">
          Subscribe
        </Button>
      </form>
    </section>
  );
}

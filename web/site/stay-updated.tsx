import { Rss } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** Shows the newsletter form, which sends nothing yet, and links to the feeds. */
export function StayUpdated() {
  return (
    <section className="stay" aria-labelledby="stay-heading">
      <div>
        <h2 className="d2" id="stay-heading">
          Stay Updated
        </h2>
        <p className="lead">
          The newsletter has not started yet. Until it does, the feed tells you of every new post.
        </p>
        <p>
          <a className="link" href="/blog/feed.xml">
            <Rss className="i" aria-hidden="true" />
            Follow the Atom feed
          </a>
        </p>
        <p>
          <a className="link" href="/feed.xml">
            <Rss className="i" aria-hidden="true" />
            Follow the whole lab
          </a>
        </p>
      </div>
      <form className="inline-form" method="dialog" onSubmit={(event) => event.preventDefault()}>
        <input
          className="input"
          type="email"
          dir="auto"
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

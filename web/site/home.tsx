import { site } from '#site.config.ts';

export function Home() {
  return (
    <main>
      <h1>{site.tagline}</h1>
      <p>{site.description}</p>
      <p>
        <a href="/api/docs">Read the API reference</a>
      </p>
    </main>
  );
}

import '../styles/similar.css';
import { useEffect, useState } from 'react';
import { ideaPath } from '#contract/idea-path.ts';
import type { SimilarIdea, SimilarIdeas as SimilarResponse } from '#contract/similar.ts';
import { leastTitleWords, titleWords } from '#contract/title-words.ts';
import { okOrThrow } from '../api/client.ts';
import { statusLabel } from '../ui/status-badge.tsx';

/**
 * Shows ideas with a title similar to the one being typed. The box has the same height with and without ideas, so that
 * no field moves. Failures and timeouts are ignored, because the form works without these ideas.
 */
export function SimilarIdeas({ title }: { title: string }) {
  const ideas = useSimilar(title);
  return (
    <div className="similar">
      <p className="sr" aria-live="polite">
        {ideas.length > 0 &&
          `${ideas.length === 1 ? 'One idea' : `${ideas.length} ideas`} like it already proposed, listed after the title.`}
      </p>
      {ideas.length === 0 ? (
        <p className="help">Has somebody asked for it already? Ideas like yours appear here.</p>
      ) : (
        <>
          <p className="label" id="similar-heading">
            Already proposed:
          </p>
          <ul aria-labelledby="similar-heading">
            {ideas.map((idea) => (
              <li key={idea.id}>
                <a className="link" href={ideaPath(idea)} target="_blank" rel="noopener">
                  <bdi>{idea.title}</bdi>
                  <span className="sr"> (opens in a new tab)</span>
                </a>
                <span className="meta">{statusLabel(idea.status)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Debounce time in milliseconds. */
const typingPause = 300;
const timeoutMs = 4000;

function useSimilar(title: string): SimilarIdea[] {
  const [ideas, setIdeas] = useState<SimilarIdea[]>([]);
  const words = titleWords(title);
  const searchedTitle = words.length < leastTitleWords ? '' : words.join(' ');
  useEffect(() => {
    if (searchedTitle === '') {
      setIdeas([]);
      return;
    }
    const abortController = new AbortController();
    const fetchSimilar = async () => {
      const signal = AbortSignal.any([abortController.signal, AbortSignal.timeout(timeoutMs)]);
      const query = new URLSearchParams({ view: 'similar', title: searchedTitle });
      const response = await okOrThrow(await fetch(`/api/ideas?${query}`, { signal }));
      return ((await response.json()) as SimilarResponse).items;
    };
    const show = (found: SimilarIdea[]) => !abortController.signal.aborted && setIdeas(found);
    const pause = setTimeout(
      () =>
        fetchSimilar().then(show, () => {
          show([]);
        }),
      typingPause,
    );
    return () => {
      clearTimeout(pause);
      abortController.abort();
    };
  }, [searchedTitle]);
  return ideas;
}

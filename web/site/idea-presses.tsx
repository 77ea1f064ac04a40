import '../styles/presses.css';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { PressCounts, PressKind } from '#contract/press.ts';
import { ApiError } from '../api/client.ts';
import { useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toasts.ts';
import { browserSecret, hasPressed, sendPress, subscribeToPresses } from './press-store.ts';

const HelperDialog = lazy(() => import('./helper-dialog.tsx'));
const FollowDialog = lazy(() => import('./follow-dialog.tsx'));

const words = { 'me-too': 'I have this too', 'can-help': 'I can help' } as const;

/** Shows the two press buttons, which need no account, their counts, and the button to follow the idea. */
export function IdeaPresses({ id }: { id: string }) {
  const source = sources.presses(id);
  const counts = useQuery(source);
  const cache = useQueryCache();
  const [isOffering, setOffering] = useState(false);
  const [isFollowing, setFollowing] = useState(false);

  async function change(kind: PressKind, isPressed: boolean) {
    try {
      cache.set(source.path, await sendPress(source.path, id, kind, isPressed));
      if (kind === 'can-help') setOffering(isPressed);
    } catch (error) {
      const isTooMany = error instanceof ApiError && error.status === 429;
      showToast({
        title: 'Not counted',
        text: isTooMany ? 'Too many presses. Please try again later.' : 'Please try again.',
        tone: 'destructive',
      });
    }
  }

  return (
    <section className="presses" aria-labelledby="presses-heading">
      <h2 className="label" id="presses-heading">
        Is it your wish too?
      </h2>
      <div className="actions">
        {(['me-too', 'can-help'] as const).map((kind) => (
          <PressButton key={kind} id={id} kind={kind} onChange={change} />
        ))}
        {counts.canFollow && (
          <Button onClick={() => setFollowing(true)}>Follow it by e-mail</Button>
        )}
      </div>
      <p className="help" aria-live="polite">
        {sentenceOf(counts)}
      </p>
      {isFollowing && (
        <Suspense fallback={null}>
          <FollowDialog ideaId={id} onClose={() => setFollowing(false)} />
        </Suspense>
      )}
      {isOffering && (
        <Suspense fallback={null}>
          <HelperDialog
            path={source.path}
            browser={browserSecret()}
            onClose={() => setOffering(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

interface PressButtonProps {
  id: string;
  kind: PressKind;
  onChange(kind: PressKind, isPressed: boolean): Promise<void>;
}

function PressButton({ id, kind, onChange }: PressButtonProps) {
  const isPressed = useSyncExternalStore(
    subscribeToPresses,
    () => hasPressed(id, kind),
    () => false,
  );
  const [isBusy, setBusy] = useState(false);
  async function press() {
    if (isBusy) return;
    setBusy(true);
    await onChange(kind, !isPressed);
    setBusy(false);
  }
  return (
    <Button aria-pressed={isPressed} aria-disabled={isBusy || undefined} onClick={press}>
      <span className="press-mark" aria-hidden="true" />
      {words[kind]}
    </Button>
  );
}

function sentenceOf({ meToo, canHelp }: PressCounts): string {
  const people = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `One person ${one}` : `${count} people ${many}`];
  const sentences = [
    ...people(meToo, 'has this too', 'have this too'),
    ...people(canHelp, 'can help', 'can help'),
  ];
  return sentences.length === 0 ? 'No account needed.' : `${sentences.join('. ')}.`;
}

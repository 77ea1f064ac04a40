import type { ReactNode } from 'react';
import { type Change, diff } from './diff.ts';
import { linesOf } from './merge-lines.ts';

interface Difference {
  /** The earlier text. */
  from: string;
  to: string;
}

/** The most unchanged lines that are shown before and after a change. */
const context = 2;
/** The most changes that are shown. */
const mostChanges = 200;

/** Shows line by line how two texts differ. Changed words are marked. */
export function LineDifference({ from, to }: Difference) {
  const [before, after] = [linesOf(from), linesOf(to)];
  const allChanges = diff(before, after);
  const changes = allChanges.slice(0, mostChanges);
  if (changes.length === 0) return <p className="muted">No difference.</p>;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const change of changes) {
    const start = Math.max(at, change.from - context);
    if (start > at) parts.push(<Skipped key={`skip${at}`} count={start - at} />);
    parts.push(...unchanged(before, start, change.from));
    parts.push(
      <Replaced
        key={`change${change.from}-${change.otherFrom}`}
        before={before.slice(change.from, change.to)}
        after={after.slice(change.otherFrom, change.otherTo)}
      />,
    );
    const next = allChanges[changes.indexOf(change) + 1]?.from ?? before.length;
    at = Math.min(change.to + context, next);
    parts.push(...unchanged(before, change.to, at));
  }
  const hiddenCount = allChanges.length - changes.length;
  if (hiddenCount > 0) {
    parts.push(
      <p key="end" className="skipped">
        {hiddenCount.toLocaleString('en')} more {hiddenCount === 1 ? 'change' : 'changes'}
      </p>,
    );
  } else if (at < before.length) parts.push(<Skipped key="end" count={before.length - at} />);
  return <div className="difference">{parts}</div>;
}

const unchanged = (lines: string[], from: number, to: number) =>
  to > from
    ? [
        <p key={`line${from}`} dir="auto">
          {lines.slice(from, to).join('\n') || ' '}
        </p>,
      ]
    : [];

const Skipped = ({ count }: { count: number }) => (
  <p className="skipped">
    {count.toLocaleString('en')} unchanged {count === 1 ? 'line' : 'lines'}
  </p>
);

interface ReplacedProps {
  before: string[];
  after: string[];
  /** The labels of the two sides. Without labels, an empty side is not shown. */
  names?: [before: string, after: string];
}

export function Replaced({ before, after, names }: ReplacedProps) {
  const words = wordChanges(before.join('\n'), after.join('\n'));
  return (
    <>
      {(names || before.length > 0) && (
        <del dir="auto">
          {names && <span className="label">{names[0]}</span>}
          {marked(words.before, words.removed)}
        </del>
      )}
      {(names || after.length > 0) && (
        <ins dir="auto">
          {names && <span className="label">{names[1]}</span>}
          {marked(words.after, words.added)}
        </ins>
      )}
    </>
  );
}

/** The most characters, of both sides together, that are compared word by word. */
const longestCompared = 20_000;

function wordChanges(one: string, other: string) {
  const isLong = one.length + other.length > longestCompared;
  const [before, after] = [wordsOf(one), wordsOf(other)];
  const changes: Change[] = isLong || !one || !other ? [] : diff(before, after);
  return {
    before,
    after,
    removed: changes.map(({ from, to }): Span => [from, to]),
    added: changes.map(({ otherFrom, otherTo }): Span => [otherFrom, otherTo]),
  };
}

type Span = [from: number, to: number];

/** Splits a text into words, white space and single other characters. */
const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

function marked(words: string[], spans: Span[]): ReactNode[] {
  let at = 0;
  const parts = spans
    .filter(([from, to]) => to > from)
    .flatMap(([from, to]) => {
      const plain = words.slice(at, from).join('');
      at = to;
      return [plain, <mark key={from}>{words.slice(from, to).join('')}</mark>];
    });
  return [...parts, words.slice(at).join('') || (words.length === 0 ? '(nothing)' : '')];
}

import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from '../link.tsx';

interface Neighbour {
  href: string;
  title: string;
}

interface NeighboursProps {
  /** "ideas": used in the label. */
  noun: string;
  newer: Neighbour | null;
  older: Neighbour | null;
}

/** Links to the next entries in the order of the list. */
export function Neighbours({ noun, newer, older }: NeighboursProps) {
  if (!newer && !older) return null;
  return (
    <nav className="wrap neighbours" aria-label={`Other ${noun}`}>
      {newer && (
        <Link className="card" href={newer.href} rel="prev">
          <ArrowLeft className="i" aria-hidden="true" />
          <span>
            <span className="label">Newer</span>
            <b dir="auto">{newer.title}</b>
          </span>
        </Link>
      )}
      {older && (
        <Link className="card older" href={older.href} rel="next">
          <span>
            <span className="label">Older</span>
            <b dir="auto">{older.title}</b>
          </span>
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}

import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from '../link.tsx';

interface Neighbour {
  href: string;
  name: string;
}

interface NeighboursProps {
  /** The label for screen readers, such as "Other ideas". */
  label: string;
  newer: Neighbour | null;
  older: Neighbour | null;
}

export function Neighbours({ label, newer, older }: NeighboursProps) {
  if (!newer && !older) return null;
  return (
    <nav className="wrap neighbours" aria-label={label}>
      {newer && (
        <Link className="card" href={newer.href} rel="prev">
          <ArrowLeft className="i" aria-hidden="true" />
          <span>
            <span className="label">Newer</span>
            <b dir="auto">{newer.name}</b>
          </span>
        </Link>
      )}
      {older && (
        <Link className="card older" href={older.href} rel="next">
          <span>
            <span className="label">Older</span>
            <b dir="auto">{older.name}</b>
          </span>
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}

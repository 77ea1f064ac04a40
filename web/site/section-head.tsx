import type { ReactNode } from 'react';

interface SectionHeadProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** Shows a ruler, the section's title, and one paragraph beside it. */
export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <>
      <hr className="ruler" />
      <div className="section-head">
        <h2 className="d2" id={id}>
          {title}
        </h2>
        <p className="lead">{children}</p>
      </div>
    </>
  );
}

import type { ReactNode } from 'react';

/** A part of a page under its heading. */
export function PagePart({
  id,
  title,
  aside,
  children,
}: {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="page part" id={id} aria-labelledby={`${id}-title`}>
      <div className="part-head">
        <h2 id={`${id}-title`} className="part-title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

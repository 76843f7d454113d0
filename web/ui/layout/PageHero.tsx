import { sections } from '@journal/contracts';
import type { ReactNode } from 'react';
import { Cover } from '../artwork/Cover.tsx';
import type { SiteLink } from '../link/links.tsx';

type PageHeroProps = { title: string; lead: string; seed: number; editLink?: ReactNode };

/** The top of a page that is neither Home nor a section. `editLink` follows the lead. */
export function PageHero({ title, lead, seed, editLink }: PageHeroProps) {
  return (
    <header className="page-hero page">
      <h1>{title}</h1>
      <p className="page-lead">
        {lead} {editLink}
      </p>
      <Frieze seed={seed} />
    </header>
  );
}

type PointListProps = { points: Readonly<Record<string, string>>; ordered?: boolean };

/** Points side by side, each a heading and a sentence or two; numbered if their order matters. */
export function PointList({ points, ordered = false }: PointListProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={ordered ? 'points points-ordered' : 'points'}>
      {Object.entries(points).map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}

type NoticeProps = { title: string; text: string; link?: SiteLink };

/** A page that explains why there is nothing else on it. */
export function Notice({ title, text, link = { href: '/', name: 'Back to Home' } }: NoticeProps) {
  return (
    <div className="notice page">
      <h1>{title}</h1>
      <p className="page-lead">{text}</p>
      <a className="button" href={link.href}>
        {link.name}
      </a>
      <Frieze seed={1045} />
    </div>
  );
}

/** A strip of artwork for a page without an article: one drawing per section, different for each seed. */
export function Frieze({ seed }: { seed: number }) {
  return (
    <div className="frieze">
      {sections.map((section) => (
        <Cover key={section} article={{ id: seed, section }} />
      ))}
    </div>
  );
}

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

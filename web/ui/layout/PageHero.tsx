import { Frieze } from '../artwork/Frieze.tsx';

type PageHeroProps = { title: string; lead: string; seed: number };

/** The top of a page that is neither Home nor a section. */
export function PageHero({ title, lead, seed }: PageHeroProps) {
  return (
    <header className="page-hero page">
      <h1>{title}</h1>
      <p className="page-lead">{lead}</p>
      <Frieze seed={seed} />
    </header>
  );
}

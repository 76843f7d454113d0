import { sections } from '@journal/contracts';
import { Cover } from './Cover.tsx';

/** A strip of artwork for a page that has no article: one drawing of each section, another strip for another seed. */
export function Frieze({ seed }: { seed: number }) {
  return (
    <div className="frieze">
      {sections.map((section) => (
        <Cover key={section} article={{ id: seed, section }} />
      ))}
    </div>
  );
}

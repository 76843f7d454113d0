import type { Section } from '@journal/contracts';

/** What a section's card says while the section is empty. */
export function SectionPlaceholder({ section }: { section: Section }) {
  switch (section) {
    case 'clash':
      return <p className="teaser-none">No debates are published yet.</p>;
    case 'view':
      return (
        <>
          <p className="label">A sample essay</p>
          <p className="teaser-title">The argument I lost and kept thinking about</p>
          <p className="teaser-writer">
            “I had won every round, or so I thought, until I heard my own words in somebody else's mouth…”
          </p>
        </>
      );
    case 'culture':
      return <p className="teaser-none">There is no commentary yet.</p>;
  }
}

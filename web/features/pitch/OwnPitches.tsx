import '../../styles/account.css';
import type { OwnSubmission } from '@journal/contracts';
import { queryOf } from '../../data/api.ts';
import { EmptyList, ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { OwnPitch } from './OwnPitch.tsx';

const ownPitches = queryOf('GET /api/submissions/mine');

export function OwnPitches() {
  return (
    <section className="profile-data" id="pitches" aria-labelledby="pitches-title">
      <h2 id="pitches-title">Your pitches</h2>
      <ListBoundary query={ownPitches} loading="Loading your pitches...">
        {(pitches) => <PitchList pitches={pitches} />}
      </ListBoundary>
    </section>
  );
}

function PitchList({ pitches }: { pitches: readonly OwnSubmission[] }) {
  if (pitches.length === 0)
    return (
      <EmptyList
        text="You have not pitched anything yet."
        hint="An argument, a memory, a review: it need not be finished, for we edit together."
        picture={{ section: 'view', cover: 'pencil' }}
        link={{ href: '/contact', name: 'Write for Us' }}
      />
    );
  return (
    <ul className="own-pitches">
      {pitches.map((pitch) => (
        <OwnPitch key={pitch.id} pitch={pitch} />
      ))}
    </ul>
  );
}

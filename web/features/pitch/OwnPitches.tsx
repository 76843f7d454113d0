import '../../styles/account.css';
import type { OwnSubmission } from '@journal/contracts';
import { queryOf } from '../../data/api.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
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
      <>
        <p>You have not pitched anything yet.</p>
        <div className="profile-actions">
          <a className="button" href="/contact">
            Write for Us
          </a>
        </div>
      </>
    );
  return (
    <ul className="own-pitches">
      {pitches.map((pitch) => (
        <OwnPitch key={pitch.id} pitch={pitch} />
      ))}
    </ul>
  );
}

import '../../styles/account.css';
import type { OwnSubmission } from '@journal/contracts';
import { queryOf } from '../../data/api.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { CardDate } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';

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
        <li key={pitch.id}>
          <p className="own-pitch-line">
            <SectionBadge section={pitch.section} />
            <CardDate at={pitch.createdAt} />
          </p>
          <h3>{pitch.articleTitle}</h3>
          <Outcome pitch={pitch} />
        </li>
      ))}
    </ul>
  );
}

const outcomes: Readonly<Record<OwnSubmission['status'], readonly [state: string, text: string]>> = {
  pending: ['With the editors.', 'We read every pitch, and get back to you soon.'],
  published: ['Published.', 'Thank you for writing for us.'],
  deleted: ['Not taken this time.', 'Thank you for letting us read it. We would like to read your next one.'],
};

function Outcome({ pitch: { status, articleId } }: { pitch: OwnSubmission }) {
  const [state, text] = outcomes[status];
  return (
    <p>
      <strong>{state}</strong>
      {` ${text}`}
      {status === 'published' ? ' ' : null}
      {status === 'published' && articleId !== null ? (
        <a className="text-link" href={`/article/${articleId}`}>
          Read it in the journal
        </a>
      ) : null}
    </p>
  );
}

import '../../styles/account.css';
import { type OwnSubmission, ownPitchPath } from '@journal/contracts';
import { badgeOf } from '../../data/waits-for-writer.ts';
import { ownPitches } from '../../data/writer.api.ts';
import { EmptyList, ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { CardDate } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { PitchState } from './PitchState.tsx';

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
        hint="An argument, a memory, a review: it does not have to be finished. We edit together."
        picture={{ section: 'view', cover: 'pencil' }}
        link={{ href: '/contact', name: 'Write for Us' }}
      />
    );
  return (
    <ul className="own-pitches">
      {pitches.map((pitch) => (
        <li key={pitch.id} data-waiting={badgeOf([pitch]) === undefined ? undefined : ''}>
          <p className="own-pitch-line">
            <SectionBadge section={pitch.section} />
            <CardDate at={pitch.createdAt} />
          </p>
          <h3>
            <a href={ownPitchPath(pitch.id)} dir="auto">
              {pitch.articleTitle}
            </a>
          </h3>
          <PitchState pitch={pitch} />
          {pitch.unansweredComments > 0 ? (
            <p>
              {pitch.unansweredComments === 1
                ? 'A comment on your text waits for an answer.'
                : `${pitch.unansweredComments} comments on your text wait for an answer.`}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

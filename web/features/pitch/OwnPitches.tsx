import '../../styles/account.css';
import { type OwnSubmission, ownPitchPath } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { withQuery } from '../../data/api.ts';
import { cursorOf } from '../../data/reader.api.ts';
import { badgeOf } from '../../data/waits-for-writer.ts';
import { ownPitchesIn } from '../../data/writer.api.ts';
import { EmptyList } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { CardDate } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { PitchState } from './PitchState.tsx';

const href = '/profile#pitches';

export function OwnPitches() {
  const { search } = usePageContext().urlParsed;
  return (
    <section className="profile-data" id="pitches" aria-labelledby="pitches-title">
      <h2 id="pitches-title">Your pitches</h2>
      <PagedList
        query={ownPitchesIn(search)}
        loading="Loading your pitches..."
        empty={
          <EmptyList
            text="You have not pitched anything yet."
            hint="An argument, a memory, a review: it does not have to be finished. We edit together."
            picture={{ section: 'view', cover: 'pencil' }}
            link={{ href: '/contact', name: 'Write for Us' }}
          />
        }
        newestHref={search.older && href}
        hrefOf={(next) => `${withQuery('/profile', { older: cursorOf(next) })}#pitches`}
        label="Load Older Pitches"
        one="pitch"
        many="pitches"
      >
        {(pitches) => <PitchList pitches={pitches} />}
      </PagedList>
    </section>
  );
}

function PitchList({ pitches }: { pitches: readonly OwnSubmission[] }) {
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

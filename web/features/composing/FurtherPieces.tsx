import {
  type ArticleCard,
  type Issue,
  maxSearchLength,
  type Submission,
  toPitchCard,
} from '@journal/contracts';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { acceptedPitches, newsroomArticles } from '../../data/newsroom.api.ts';
import { Field } from '../../ui/form/fields.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { sectionNames } from '../section/section-marks.ts';
import type { PlacedPiece } from './placed-piece.ts';

type FurtherProps = {
  issue: Pick<Issue, 'number' | 'status'>;
  /** Keys of the placed pieces; see `keyOf`. */
  placed: ReadonlySet<string>;
  onAdd: (piece: PlacedPiece) => void;
};

/** Pieces to add at the end of an issue: accepted pitches, those accepted for this issue first, and articles. */
export const FurtherPieces = (props: FurtherProps) => (
  <>
    <AcceptedPitches {...props} />
    <Articles {...props} />
  </>
);

/** A published issue can't have waiting pitches, because readers already see it. */
function AcceptedPitches({ issue: { number, status }, placed, onAdd }: FurtherProps) {
  const isOut = status === 'published';
  return (
    <PagedList
      query={acceptedPitches}
      loading="Loading pitches..."
      hrefOf={() => `/admin/issues/${number}`}
      label="Load More Pitches"
      one="pitch"
      many="pitches"
    >
      {(rows) => {
        const ofThis = rows.filter(({ issueNumber }) => issueNumber === number);
        const others = isOut ? [] : rows.filter((row) => !ofThis.includes(row));
        const offered = [...ofThis, ...others].filter(({ id }) => !placed.has(id));
        if (offered.length === 0) return null;
        return (
          <div className="further-pieces">
            <h3>Accepted pitches</h3>
            <p className="field-hint">
              {isOut
                ? 'The issue is out: publish a pitch first, and add it below.'
                : 'What you add waits for the issue: it is published together with it, and its writer is told then.'}
            </p>
            <ul aria-label="Accepted pitches">
              {offered.map((pitch) => (
                <Offered
                  key={pitch.id}
                  name={pitch.articleTitle}
                  by={pitch.fullName}
                  note={`${sectionNames[pitch.section]}${pitch.issueNumber === null ? '' : ` · For issue ${pitch.issueNumber}`}`}
                  href={`/admin?tab=submissions&stage=accepted#${pitch.id}`}
                  onAdd={isOut ? undefined : () => onAdd(placedPitch(pitch))}
                />
              ))}
            </ul>
          </div>
        );
      }}
    </PagedList>
  );
}

function placedPitch(row: Submission): PlacedPiece {
  const { id: submissionId, status, stage, awaitsConsent } = row;
  const pitch = { card: toPitchCard(row), status, stage, ...(awaitsConsent && { awaitsConsent }) };
  return { submissionId, heading: null, article: null, pitch };
}

/** Published articles, newest first, or search results. */
function Articles({ placed, onAdd }: FurtherProps) {
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim().slice(0, maxSearchLength)) || undefined;
  const add = (article: ArticleCard) => () => onAdd({ articleId: article.id, heading: null, article });
  return (
    <div className="further-pieces">
      <h3>Add pieces</h3>
      <Field
        label="Title or author"
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <ListBoundary query={newsroomArticles({ q })} loading="Loading articles...">
        {({ rows }) => {
          const offered = rows.filter(({ id }) => !placed.has(`article ${id}`));
          if (offered.length === 0) return <p>No other article is found.</p>;
          return (
            <ul aria-label="Articles to add">
              {offered.map((article) => (
                <Offered
                  key={article.id}
                  name={article.title}
                  by={article.authorName}
                  note={sectionNames[article.section]}
                  onAdd={add(article)}
                />
              ))}
            </ul>
          );
        }}
      </ListBoundary>
    </div>
  );
}

type OfferedProps = {
  name: string;
  by: string;
  note: string;
  /** Link to read the piece. */
  href?: string;
  onAdd?: (() => void) | undefined;
};

function Offered({ name, by, note, href, onAdd }: OfferedProps) {
  const title: ReactNode = <bdi>{name}</bdi>;
  return (
    <li>
      <span>
        {href === undefined ? (
          title
        ) : (
          <a className="text-link" href={href}>
            {title}
          </a>
        )}{' '}
        <span className="placed-by">
          <bdi>{by}</bdi> · {note}
        </span>
      </span>
      {onAdd ? (
        <button type="button" className="button" onClick={onAdd}>
          Add<span className="sr-only"> {name}</span>
        </button>
      ) : null}
    </li>
  );
}

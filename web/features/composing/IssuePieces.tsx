import {
  type ArticleCard,
  type Issue,
  maxIssuePieces,
  maxSearchLength,
  textLimits,
} from '@journal/contracts';
import { type DragEvent, useDeferredValue, useRef, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { acceptedPitches, newsroomArticles } from '../../data/newsroom.api.ts';
import { useUnsaved } from '../../ui/dialog/UnsavedGuard.tsx';
import { Field } from '../../ui/form/fields.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { showFailure } from '../admin/use-change.ts';
import { sectionNames } from '../section/section-marks.ts';
import { type ChangeProps, isOutdated } from './issue-change.ts';
import { moved } from './moved.ts';

type Piece = Issue['pieces'][number];

/**
 * The pieces of an issue in their order, which is changed by dragging or by buttons, and saved as a whole. Follows what others
 * make of it while nothing is changed here, and else tells of it.
 */
export function IssuePieces({ issue, etag, changed, renew }: ChangeProps) {
  const [pieces, setPieces] = useState<readonly Piece[]>(issue.pieces);
  /** What was there when the first of them was changed here. */
  const [base, setBase] = useState(issue.pieces);
  const [saving, setSaving] = useState(false);
  const [said, setSaid] = useState('');
  const dragged = useRef<number>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const isChanged = orderOf(pieces) !== orderOf(issue.pieces);
  useUnsaved('issue-pieces', isChanged, false);
  const isOvertaken = orderOf(base) !== orderOf(issue.pieces);
  if (isOvertaken && (!isChanged || orderOf(pieces) === orderOf(base))) follow(issue.pieces);

  function follow(theirs: Issue['pieces']) {
    setBase(theirs);
    setPieces(theirs);
  }

  function move(from: number, to: number) {
    const { [from]: piece } = pieces;
    if (!piece || to < 0 || to >= pieces.length || to === from) return;
    setPieces(moved(pieces, from, to));
    setSaid(`${nameOf(piece)} is now number ${to + 1} of ${pieces.length}.`);
  }

  async function save(ifMatch: string): Promise<void> {
    const body = { pieces: pieces.map(({ articleId, heading }) => ({ articleId, heading })) };
    try {
      const answer = await apiClient.request('PUT /api/issues/:id/pieces', {
        params: { id: issue.number },
        body,
        headers: { 'if-match': ifMatch },
      });
      changed(answer, [...pieces]);
      showToast({ title: 'The pieces are saved.' });
    } catch (error) {
      const newest = isOutdated(error) ? await renew().catch(() => undefined) : undefined;
      // What others say on the front is no reason to refuse an order.
      if (newest && orderOf(newest.issue.pieces) === orderOf(base)) return save(newest.etag);
      showFailure('Failed to save the pieces.', error);
    }
  }

  async function saveOnce() {
    if (saving || !isChanged) return;
    setSaving(true);
    // What is overtaken was told, and is replaced knowingly.
    await save(etag);
    setSaving(false);
  }

  const drop = (to: number) => (event: DragEvent) => {
    event.preventDefault();
    if (dragged.current !== undefined) move(dragged.current, to);
    dragged.current = undefined;
  };

  return (
    <section className="composing-part" aria-labelledby="pieces-title">
      <h2 id="pieces-title">Pieces</h2>
      {pieces.length === 0 ? <p>None yet. Add some from those below.</p> : null}
      <div className="form-notices" aria-live="polite">
        {isOvertaken && isChanged ? (
          <div className="form-notice">
            <p>
              Someone else has changed the pieces meanwhile. Yours are still here, and saving puts them in the
              place of theirs: {issue.pieces.map(nameOf).join(' · ') || 'none'}.
            </p>
            <button
              type="button"
              className="text-link"
              onClick={() => {
                follow(issue.pieces);
                list.current?.focus();
              }}
            >
              Take theirs
            </button>
          </div>
        ) : null}
      </div>
      <ol className="placed-pieces" ref={list} tabIndex={-1} aria-label="Pieces in their order">
        {pieces.map((piece, place) => (
          <li
            key={piece.articleId}
            draggable
            onDragStart={() => {
              dragged.current = place;
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop(place)}
          >
            <p className="placed-name">
              <span className="placed-number" aria-hidden="true">
                {place + 1}
              </span>
              <bdi>{nameOf(piece)}</bdi>
              {piece.article ? (
                <span className="placed-by">
                  <bdi>{piece.article.authorName}</bdi> · {sectionNames[piece.article.section]}
                </span>
              ) : (
                <span className="placed-by">Readers do not see it at the moment.</span>
              )}
            </p>
            <Field
              label="Heading above it (optional)"
              value={piece.heading ?? ''}
              maxLength={textLimits.name}
              onChange={({ target }) =>
                setPieces(
                  pieces.map((each) => (each === piece ? { ...each, heading: target.value || null } : each)),
                )
              }
            />
            <p className="placed-actions">
              <Move name="Up" of={piece} isDisabled={place === 0} onPress={() => move(place, place - 1)} />
              <Move
                name="Down"
                of={piece}
                isDisabled={place === pieces.length - 1}
                onPress={() => move(place, place + 1)}
              />
              <Move
                name="Remove"
                of={piece}
                isDisabled={false}
                onPress={() => {
                  setPieces(pieces.filter((each) => each !== piece));
                  setSaid(`${nameOf(piece)} is no longer in the issue.`);
                  list.current?.focus();
                }}
              />
            </p>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
      <p>
        <button
          type="button"
          className="button button-solid"
          aria-disabled={!isChanged || saving || undefined}
          onClick={() => void saveOnce()}
        >
          {saving ? 'Saving...' : 'Save Pieces'}
        </button>
      </p>
      <AcceptedPitches number={issue.number} />
      {pieces.length < maxIssuePieces ? (
        <AddPieces
          placed={new Set(pieces.map(({ articleId }) => articleId))}
          onAdd={(article) => {
            setPieces([...pieces, { articleId: article.id, heading: null, article }]);
            setSaid(`${article.title} is now number ${pieces.length + 1}.`);
          }}
        />
      ) : null}
    </section>
  );
}

const nameOf = ({ article, articleId }: Piece) => article?.title ?? `Article ${articleId}`;
const orderOf = (pieces: readonly Piece[]) =>
  JSON.stringify(pieces.map(({ articleId, heading }) => [articleId, heading]));

type MoveProps = { name: string; of: Piece; isDisabled: boolean; onPress: () => void };

/** Keeps its focus at either end of the list. */
const Move = ({ name, of, isDisabled, onPress }: MoveProps) => (
  <button
    type="button"
    className="button"
    aria-disabled={isDisabled || undefined}
    onClick={() => (isDisabled ? undefined : onPress())}
  >
    {name}
    <span className="sr-only"> {nameOf(of)}</span>
  </button>
);

/** What was accepted for this issue and is no article yet: nothing of it can be placed before. */
function AcceptedPitches({ number }: { number: number }) {
  return (
    <ListBoundary query={acceptedPitches} loading="Loading pitches...">
      {({ rows }) => {
        const awaited = rows.filter(({ issueNumber }) => issueNumber === number);
        if (awaited.length === 0) return null;
        return (
          <div className="further-pieces">
            <h3>Accepted for this issue, not published yet</h3>
            <p className="field-hint">Once you have published a pitch, you can add it below.</p>
            <ul aria-label="Pitches accepted for this issue">
              {awaited.map(({ id, articleTitle, fullName, section }) => (
                <li key={id}>
                  <span>
                    <a className="text-link" href={`/admin?tab=submissions&stage=accepted#${id}`}>
                      <bdi>{articleTitle}</bdi>
                    </a>{' '}
                    <span className="placed-by">
                      <bdi>{fullName}</bdi> · {sectionNames[section]}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </ListBoundary>
  );
}

type AddPiecesProps = { placed: ReadonlySet<number>; onAdd: (article: ArticleCard) => void };

/** Published articles, newest first, or those that words find, to be placed at the end. */
function AddPieces({ placed, onAdd }: AddPiecesProps) {
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim().slice(0, maxSearchLength)) || undefined;
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
          const offered = rows.filter(({ id }) => !placed.has(id));
          if (offered.length === 0) return <p>No other article is found.</p>;
          return (
            <ul aria-label="Articles to add">
              {offered.map((article) => (
                <li key={article.id}>
                  <span>
                    <bdi>{article.title}</bdi>{' '}
                    <span className="placed-by">
                      <bdi>{article.authorName}</bdi> · {sectionNames[article.section]}
                    </span>
                  </span>
                  <button type="button" className="button" onClick={() => onAdd(article)}>
                    Add<span className="sr-only"> {article.title}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </ListBoundary>
    </div>
  );
}

import type { ArticleCard } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type ApiAnswer, apiClient } from '../../data/api.ts';
import { historyHref, opposingSide } from '../../data/newsroom.api.ts';
import { sectionArticles } from '../../data/reader.api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { SelectField } from '../../ui/form/fields.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { useChange } from './use-change.ts';

/** Pieces of The Clash to choose from, newest first; older ones are loaded on request. */
const clash = sectionArticles('clash', undefined, 100);

type DebateFormProps = { id: number; section: unknown };

/**
 * Pairs a piece of The Clash with the piece that it replies to, or ends the pairing, whatever has happened to the other
 * side or to its own section. Separate from the main form because it changes two pieces. Ending asks first: another
 * editor may pair them just before this one does.
 */
export function DebateForm({ id, section }: DebateFormProps) {
  const heading = useId();
  const change = useChange();
  const button = useRef<HTMLButtonElement>(null);
  /** The other side that the question is about. */
  const [asked, setAsked] = useState<number>();
  const other = opposingSide(id);
  const { data: opposing } = useQuery({
    queryKey: [other.path],
    select: (answer: ApiAnswer) => other.select(answer),
  });
  if (!opposing && (opposing === undefined || section !== 'clash')) return null;
  const params = { id };
  const choicesOf = (pieces: readonly ArticleCard[]) =>
    pieces
      .filter((piece) => piece.id !== id)
      .map((piece) => ({ value: String(piece.id), name: `${piece.title} (${piece.authorName})` }));

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const statementId = Number(new FormData(event.currentTarget).get('statementId'));
    if (opposing) setAsked(opposing.id);
    else if (statementId)
      void change(
        () => apiClient.request('PUT /api/articles/:id/opposing', { params, body: { statementId } }),
        {
          done: 'Debate paired successfully!',
          failed: 'Failed to pair debate. Please try again.',
        },
      );
  }

  const end = () =>
    void change(() => apiClient.request('DELETE /api/articles/:id/opposing', { params }), {
      done: 'Debate ended successfully!',
      failed: 'Failed to end debate. Please try again.',
    });

  return (
    <form className="form row-form" aria-labelledby={heading} onSubmit={save}>
      <h3 id={heading}>The other side</h3>
      {opposing ? (
        <p>
          {opposing.isShown
            ? 'Each of the two leads to the other: '
            : 'Readers cannot get from one to the other, because one of the two is deleted or in another section, or the pairing was interrupted: '}
          <a
            className="text-link"
            href={
              opposing.isShown
                ? `/article/${opposing.id}`
                : historyHref({ kind: 'articles', id: opposing.id })
            }
          >
            {opposing.title ?? `Article ${opposing.id}`}
          </a>
        </p>
      ) : (
        <PagedList
          query={clash}
          loading="Loading articles..."
          hrefOf={() => `/admin?tab=articles&edit=${id}`}
          label="Offer Older Pieces"
        >
          {(pieces) => (
            <SelectField
              name="statementId"
              label="In reply to"
              hint="Both pieces of the debate will lead to each other."
              choices={choicesOf(pieces)}
              unchosen="No other piece"
            />
          )}
        </PagedList>
      )}
      <div className="form-actions">
        <button type="submit" className="button" ref={button}>
          {opposing ? 'End debate…' : 'Pair debate'}
        </button>
      </div>
      <ConfirmDialog
        open={opposing !== null && opposing.id === asked}
        onOpenChange={() => setAsked(undefined)}
        opener={button}
        title="End this debate?"
        text={
          <p>
            Readers no longer get from here to “<bdi>{opposing?.title ?? `Article ${asked}`}</bdi>”, nor back.
          </p>
        }
        action="End debate"
        className="button-danger"
        onConfirm={end}
      />
    </form>
  );
}

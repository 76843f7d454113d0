import '../../styles/desk.css';
import '../../styles/desk-reader.css';
import { useRef } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import type { PieceFilter } from '../../data/newsroom.api.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { EmptyList, NothingMatches } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { AddArticle } from './AddArticle.tsx';
import { EditPiece } from './EditPiece.tsx';
import { Counted, FilterBar } from './list-parts.tsx';
import type { RowActions } from './PieceRow.tsx';
import { editedIn, hasFilters, panelHref } from './panel-address.ts';
import { capitalised, type Listed, type PieceKind } from './piece-kinds.ts';
import { useOpenForm } from './use-open-form.ts';
import { useReading } from './use-reading.ts';
import { useRowActions } from './use-row-actions.tsx';

type PieceTabProps = {
  kind: PieceKind;
  filter: PieceFilter;
  /** Shows only the open form or dialog. */
  closed: boolean;
};

export function PieceTab({ kind, filter, closed }: PieceTabProps) {
  const { tab, noun, Reader } = kind;
  const heading = useRef<HTMLHeadingElement>(null);
  const { search } = usePageContext().urlParsed;
  const form = useOpenForm<Listed['id'] | 'new'>(tab, heading, editedIn(tab, search));
  const actions = useRowActions(kind, heading, form.open);
  const name = capitalised(noun);
  return (
    <>
      {form.key === 'new' ? <AddArticle onClose={form.close} /> : null}
      {form.key === 'new' || form.key === undefined ? null : (
        <EditPiece key={form.key} kind={kind} id={form.key} onClose={form.close} />
      )}
      {closed ? null : (
        <section className="desk" data-reader={Reader ? '' : undefined} aria-labelledby={`${tab}-title`}>
          <div className="desk-head">
            <h2 id={`${tab}-title`} className="panel-title" ref={heading} tabIndex={-1}>
              <Counted
                name={filter.status ? `${capitalised(filter.status)} ${name}s` : kind.heading}
                of={tab}
                filter={filter}
              />
            </h2>
            {tab === 'articles' ? (
              <button
                type="button"
                className="button button-solid"
                aria-expanded={form.key === 'new'}
                onClick={({ currentTarget }) => form.open('new', currentTarget, true)}
              >
                {`Add New ${name}`}
              </button>
            ) : null}
          </div>
          <FilterBar kind={kind} filter={filter} />
          <PagedList
            query={kind.list(filter)}
            loading={`Loading ${noun}s...`}
            hrefOf={() => panelHref(tab, filter)}
            label={`Load More ${name}s`}
            one={noun}
            many={`${noun}s`}
            beside={(rows, loadMore, isSettled) => (
              <>
                {Reader ? (
                  <Reader
                    rows={rows}
                    filter={filter}
                    actionsOf={actions.actionsOf}
                    loadMore={loadMore}
                    kept={isSettled ? actions.kept : undefined}
                  />
                ) : null}
                {actions.question(rows)}
              </>
            )}
          >
            {(rows) => <PieceList kind={kind} filter={filter} rows={rows} actionsOf={actions.actionsOf} />}
          </PagedList>
        </section>
      )}
      {actions.formDialog()}
    </>
  );
}

/** For users who see only pitches assigned to them. */
const nothingAssigned = {
  text: 'Nothing is assigned to you.',
  hint: 'When an editor assigns a submission to you, it appears here and you get a mail.',
  picture: { section: 'view', cover: 'letter' },
} as const;

type PieceListProps = Pick<PieceTabProps, 'kind' | 'filter'> & {
  rows: readonly Listed[];
  actionsOf: (row: Listed) => RowActions;
};

function PieceList({ kind, filter, rows, actionsOf }: PieceListProps) {
  const { row: read } = useReading(rows);
  const user = useSession();
  if (rows.length === 0 && hasFilters(filter))
    return <NothingMatches allHref={panelHref(kind.tab, { order: filter.order })} />;
  if (rows.length === 0)
    return <EmptyList {...(isAbleTo(user, 'read-all-pitches') ? kind.empty : nothingAssigned)} />;
  return (
    <ul className="rows">
      {rows.map((row) => (
        <kind.Row key={row.id} row={row} isRead={row === read} {...actionsOf(row)} />
      ))}
    </ul>
  );
}

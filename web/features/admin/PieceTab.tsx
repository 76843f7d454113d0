import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import { deletePiece, type PieceFilter, restorePiece } from '../../data/newsroom.api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { LoadMore, usePages } from '../../ui/list/LoadMore.tsx';
import { EditPiece } from './EditPiece.tsx';
import { Counted, FilterBar, NothingFound } from './list-parts.tsx';
import { panelHref } from './panel-address.ts';
import { capitalised, type Listed, type PieceKind } from './piece-kinds.ts';
import { useChange } from './use-change.ts';

/** What can be done with a row; each gets the button that was pressed. */
export type RowProps<Row> = {
  row: Row;
  onEdit: (button: HTMLElement) => void;
  onDelete: (button: HTMLElement) => void;
  onPublish: (button: HTMLElement) => void;
  onRestore: () => void;
};

type PieceTabProps<Row extends Listed> = {
  kind: PieceKind<Row>;
  filter: PieceFilter;
  Item: ComponentType<RowProps<Row>>;
  /** What a row becomes when it is published, shown before it is. */
  Preview?: ComponentType<{ row: Row }>;
  /** The form of a new piece. */
  Add?: ComponentType<{ onClose: () => void }>;
  /** Shows the open forms alone. */
  closed: boolean;
};

/** The articles or the pitches, and the forms to add and edit them. */
export function PieceTab<Row extends Listed>(props: PieceTabProps<Row>) {
  const { kind, filter, Add, closed } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useOpenForms<Row['id'] | 'new'>(heading);
  const name = capitalised(kind.noun);
  const isAdding = forms.keys.includes('new');
  return (
    <>
      {Add && !closed ? (
        <button
          type="button"
          className="button button-solid"
          aria-expanded={isAdding}
          onClick={({ currentTarget }) => (isAdding ? forms.close('new') : forms.open('new', currentTarget))}
        >
          {`Add New ${name}`}
        </button>
      ) : null}
      {forms.keys.map((key) => {
        const close = () => forms.close(key);
        if (Add && key === 'new') return <Add key={key} onClose={close} />;
        return <EditPiece key={key} kind={kind} id={key} onClose={close} />;
      })}
      {closed ? null : (
        <section aria-labelledby={`${kind.tab}-title`}>
          <h2 id={`${kind.tab}-title`} className="panel-title" ref={heading} tabIndex={-1}>
            {filter.status ? (
              `${capitalised(filter.status)} ${name}s`
            ) : (
              <Counted name={kind.heading} of={kind.tab} />
            )}
          </h2>
          <FilterBar kind={kind} filter={filter} />
          <ListBoundary query={kind.list(filter)} loading={`Loading ${kind.noun}s...`}>
            <PieceList {...props} heading={heading} onEdit={forms.open} />
          </ListBoundary>
        </section>
      )}
    </>
  );
}

type PieceListProps<Row extends Listed> = PieceTabProps<Row> & {
  /** Takes the focus of a row that goes. */
  heading: RefObject<HTMLElement | null>;
  onEdit: (id: Row['id'], opener: HTMLElement) => void;
};

/** The rows that the filter lets through, newest first, and what can be done with each. */
function PieceList<Row extends Listed>(props: PieceListProps<Row>) {
  const { kind, filter, Item, Preview, heading, onEdit } = props;
  const { tab, noun } = kind;
  const name = capitalised(noun);
  const { rows, next, ...more } = usePages(kind.list(filter));
  const change = useChange();
  const question = useQuestion<Row>(heading);
  // Deleted is what was asked about; published is the pitch as it is now, should another editor have changed it.
  const deleted = question.about === 'delete' ? question.row : undefined;
  const published =
    question.about === 'publish'
      ? (rows.find(({ id }) => id === question.row?.id) ?? question.row)
      : undefined;

  const failed = (verb: string) => `Failed to ${verb} ${noun}. Please try again.`;
  const restore = ({ id }: Row) =>
    change(() => restorePiece({ kind: tab, id }), {
      done: `${name} restored successfully!`,
      failed: failed('restore'),
    });
  const remove = (row: Row) =>
    change(() => deletePiece({ kind: tab, id: row.id }), {
      done: `${name} deleted successfully!`,
      failed: failed('delete'),
      undo: { instead: 'Choose the status "Deleted" to restore it', run: () => void restore(row) },
    });
  const publish = ({ id }: Row) =>
    change(() => call('POST /api/submissions/:id/publish', { params: { id } }), {
      done: `${name} published as article successfully!`,
      failed: failed('publish'),
    });

  return (
    <>
      {rows.length === 0 ? (
        <NothingFound tab={tab} filter={filter} text={kind.empty} />
      ) : (
        <ul className="rows">
          {rows.map((row) => (
            <Item
              key={row.id}
              row={row}
              onEdit={(button) => onEdit(row.id, button)}
              onDelete={(button) => question.ask('delete', row, button)}
              onPublish={(button) => question.ask('publish', row, button)}
              onRestore={() => {
                heading.current?.focus();
                void restore(row);
              }}
            />
          ))}
        </ul>
      )}
      <LoadMore
        more={more}
        count={rows.length}
        href={next ? panelHref(tab, filter) : undefined}
        label={`Load More ${name}s`}
        one={noun}
        many={`${noun}s`}
      />
      {deleted ? (
        <ConfirmDialog
          {...question.dialog}
          title={`Delete this ${noun}?`}
          text={
            <p>
              “<bdi>{kind.titleOf(deleted)}</bdi>” {kind.deleting}
            </p>
          }
          action="Delete"
          className="button-danger button-solid"
          onConfirm={() => question.agree(() => remove(deleted))}
        />
      ) : null}
      {published && Preview ? (
        <ConfirmDialog
          {...question.dialog}
          title={`Publish this ${noun}?`}
          text={<p>This is the article that readers will see. You can edit it afterwards.</p>}
          action="Publish"
          onConfirm={() => question.agree(() => publish(published))}
        >
          <Preview row={published} />
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/**
 * A question about one of the rows. The focus returns to the button that asked it; after a yes, which may take the row
 * away, to `afterwards`.
 */
function useQuestion<Row>(afterwards: RefObject<HTMLElement | null>) {
  const [question, setQuestion] = useState<{ row?: Row; about?: 'delete' | 'publish' }>({});
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  return {
    ...question,
    ask(about: 'delete' | 'publish', row: Row, button: HTMLElement) {
      opener.current = button;
      setQuestion({ row, about });
      setOpen(true);
    },
    agree(act: () => Promise<void>) {
      opener.current = afterwards.current;
      void act();
    },
    dialog: { open, onOpenChange: setOpen, opener },
  };
}

/**
 * The forms that are open, newest first. Opening one again moves it to the front. Closing one returns the focus to what
 * opened it, or to `otherwise` where that is gone.
 */
function useOpenForms<Key>(otherwise: RefObject<HTMLElement | null>) {
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const openers = useRef(new Map<Key, HTMLElement>());
  return {
    keys,
    open(key: Key, opener: HTMLElement) {
      openers.current.set(key, opener);
      setKeys((others) => [key, ...others.filter((other) => other !== key)]);
    },
    close(key: Key) {
      setKeys((others) => others.filter((other) => other !== key));
      const opener = openers.current.get(key);
      (opener?.isConnected ? opener : otherwise.current)?.focus();
    },
  };
}

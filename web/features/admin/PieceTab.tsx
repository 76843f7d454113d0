import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { LoadMore, usePages } from '../../ui/list/LoadMore.tsx';
import { EditPiece } from './EditPiece.tsx';
import { Counted, FilterBar, NothingFound } from './list-parts.tsx';
import { panelHref } from './panel-address.ts';
import { capitalised, type Listed, type PieceKind } from './piece-kinds.ts';
import { useChange } from './use-change.ts';

type Filter = { readonly status?: string | undefined };

/** What can be done with a row; each gets the button that was pressed. */
export type RowProps<Row> = {
  row: Row;
  onEdit: (button: HTMLElement) => void;
  onDelete: (button: HTMLElement) => void;
  onPublish: (button: HTMLElement) => void;
  onRestore: () => void;
};

type PieceTabProps<Row extends Listed, Whole, Narrowed extends Filter> = {
  kind: PieceKind<Row, Whole, Narrowed>;
  filter: Narrowed;
  Item: ComponentType<RowProps<Row>>;
  /** What a row becomes when it is published, shown before it is. */
  Preview?: ComponentType<{ row: Row }>;
  /** The form of a new piece. */
  Add?: ComponentType<{ onClose: () => void }>;
  /** Shows the open forms alone. */
  closed: boolean;
};

/** The articles or the pitches, and the forms to add and edit them. */
export function PieceTab<Row extends Listed, Whole, Narrowed extends Filter>(
  props: PieceTabProps<Row, Whole, Narrowed>,
) {
  const { kind, filter, Add, closed } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useOpenForms<Row['id'] | 'new'>(heading);
  const names = `${capitalised(kind.noun)}s`;
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
          {`Add New ${capitalised(kind.noun)}`}
        </button>
      ) : null}
      {forms.keys.map((key) => {
        const close = () => forms.close(key);
        if (Add && key === 'new') return <Add key={key} onClose={close} />;
        return <EditPiece key={key} kind={kind} id={key as Row['id']} onClose={close} />;
      })}
      {closed ? null : (
        <section aria-labelledby={`${kind.tab}-title`}>
          <h2 id={`${kind.tab}-title`} className="panel-title" ref={heading} tabIndex={-1}>
            {filter.status ? (
              `${capitalised(filter.status)} ${names}`
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

type PieceListProps<Row extends Listed, Whole, Narrowed extends Filter> = PieceTabProps<
  Row,
  Whole,
  Narrowed
> & {
  /** Takes the focus of a row that goes. */
  heading: RefObject<HTMLElement | null>;
  onEdit: (id: Row['id'], opener: HTMLElement) => void;
};

/** The rows that the filter lets through, newest first, and what can be done with each. */
function PieceList<Row extends Listed, Whole, Narrowed extends Filter>({
  kind,
  filter,
  Item,
  Preview,
  heading,
  onEdit,
}: PieceListProps<Row, Whole, Narrowed>) {
  const { tab, noun } = kind;
  const name = capitalised(noun);
  const { pages, ...more } = usePages(kind.list(filter));
  const rows = pages.flatMap((page) => page.rows);
  const change = useChange();
  const question = useQuestion<Row>(heading);
  // As it is now, should another editor have changed it under the open dialog.
  const asked = rows.find(({ id }) => id === question.row?.id) ?? question.row;

  const restore = (row: Row) =>
    change(() => kind.restore(row), {
      done: `${name} restored successfully!`,
      failed: `Failed to restore ${noun}. Please try again.`,
    });
  const remove = (row: Row) =>
    change(() => kind.delete(row), {
      done: `${name} deleted successfully!`,
      failed: `Failed to delete ${noun}. Please try again.`,
      undo: { instead: 'Choose the status "Deleted" to restore it', run: () => void restore(row) },
    });
  const publish = (row: Row) =>
    change(async () => kind.publish?.(row), {
      done: `${name} published as article successfully!`,
      failed: `Failed to publish ${noun}. Please try again.`,
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
        href={pages.at(-1)?.next ? panelHref(tab, filter) : undefined}
        label={`Load More ${name}s`}
        one={noun}
        many={`${noun}s`}
      />
      {asked && question.about === 'delete' ? (
        <ConfirmDialog
          {...question.dialog}
          title={`Delete this ${noun}?`}
          text={
            <p>
              “<bdi>{kind.titleOf(asked)}</bdi>” {kind.deleting}
            </p>
          }
          action="Delete"
          className="button-danger button-solid"
          onConfirm={() => {
            question.agreed();
            void remove(asked);
          }}
        />
      ) : null}
      {asked && Preview && question.about === 'publish' ? (
        <ConfirmDialog
          {...question.dialog}
          title={`Publish this ${noun}?`}
          text={<p>This is the article that readers will see. You can edit it afterwards.</p>}
          action="Publish"
          onConfirm={() => {
            question.agreed();
            void publish(asked);
          }}
        >
          <Preview row={asked} />
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
  const [{ row, about }, setQuestion] = useState<{ row?: Row; about?: 'delete' | 'publish' }>({});
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  return {
    row,
    about,
    ask(about: 'delete' | 'publish', row: Row, button: HTMLElement) {
      opener.current = button;
      setQuestion({ row, about });
      setOpen(true);
    },
    agreed: () => {
      opener.current = afterwards.current;
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

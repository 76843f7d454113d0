import { type RefObject, useRef, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { deletePiece, type PieceFilter, restorePiece } from '../../data/newsroom.api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyList, NothingMatches } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { AddArticle } from './AddArticle.tsx';
import { EditPiece } from './EditPiece.tsx';
import { Counted, FilterBar } from './list-parts.tsx';
import { isNarrowed, panelHref } from './panel-address.ts';
import { capitalised, type Listed, type PieceKind } from './piece-kinds.ts';
import { type ChangeWords, useChange } from './use-change.ts';

type PieceTabProps = {
  kind: PieceKind;
  filter: PieceFilter;
  /** Shows the open forms alone. */
  closed: boolean;
};

export function PieceTab({ kind, filter, closed }: PieceTabProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useOpenForms<Listed['id'] | 'new'>(heading);
  const name = capitalised(kind.noun);
  const isAdding = forms.keys.includes('new');
  return (
    <>
      {kind.tab === 'articles' && !closed ? (
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
        if (key === 'new') return <AddArticle key={key} onClose={close} />;
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
          <PagedList
            query={kind.list(filter)}
            loading={`Loading ${kind.noun}s...`}
            hrefOf={() => panelHref(kind.tab, filter)}
            label={`Load More ${name}s`}
            one={kind.noun}
            many={`${kind.noun}s`}
          >
            {(rows) => (
              <PieceList kind={kind} filter={filter} rows={rows} heading={heading} onEdit={forms.open} />
            )}
          </PagedList>
        </section>
      )}
    </>
  );
}

type PieceListProps = Omit<PieceTabProps, 'closed'> & {
  rows: readonly Listed[];
  /** Takes the focus of a row that goes. */
  heading: RefObject<HTMLElement | null>;
  onEdit: (id: Listed['id'], opener: HTMLElement) => void;
};

function PieceList({ kind, filter, rows, heading, onEdit }: PieceListProps) {
  const { tab, noun } = kind;
  const name = capitalised(noun);
  const change = useChange();
  const { asked, ask, agree, dialog } = useQuestion(heading);

  const act = (verb: string, done: string, work: () => Promise<unknown>, undo?: ChangeWords['undo']) =>
    change(work, {
      done: `${name} ${done} successfully!`,
      failed: `Failed to ${verb} ${noun}. Please try again.`,
      undo,
    });
  const restore = (id: Listed['id']) => act('restore', 'restored', () => restorePiece({ kind: tab, id }));
  const remove = (id: Listed['id']) =>
    act('delete', 'deleted', () => deletePiece({ kind: tab, id }), {
      instead: 'Choose the status "Deleted" to restore it',
      run: () => void restore(id),
    });
  const publish = (id: Listed['id']) =>
    act('publish', 'published as article', () =>
      apiClient.request('POST /api/submissions/:id/publish', { params: { id: String(id) } }),
    );

  function questionOf({ about, row }: Asked) {
    if (about === 'delete')
      return {
        title: `Delete this ${noun}?`,
        text: (
          <p>
            “<bdi>{kind.titleOf(row)}</bdi>” {kind.deleting}
          </p>
        ),
        action: 'Delete',
        className: 'button-danger button-solid',
        onConfirm: () => agree(remove),
      };
    // The pitch as it is now, should another editor have changed it; deleted is what was asked about.
    const newest = rows.find(({ id }) => id === row.id) ?? row;
    return {
      title: `Publish this ${noun}?`,
      text: <p>This is the article that readers will see. You can edit it afterwards.</p>,
      action: 'Publish',
      onConfirm: () => agree(publish),
      children: kind.Preview && <kind.Preview row={newest} />,
    };
  }

  return (
    <>
      {rows.length === 0 && isNarrowed(filter) ? <NothingMatches allHref={panelHref(tab)} /> : null}
      {rows.length === 0 && !isNarrowed(filter) ? <EmptyList text={kind.empty} /> : null}
      {rows.length === 0 ? null : (
        <ul className="rows">
          {rows.map((row) => (
            <kind.Row
              key={row.id}
              row={row}
              onEdit={(button) => onEdit(row.id, button)}
              onDelete={(button) => ask({ about: 'delete', row }, button)}
              onPublish={(button) => ask({ about: 'publish', row }, button)}
              onRestore={() => {
                heading.current?.focus();
                void restore(row.id);
              }}
            />
          ))}
        </ul>
      )}
      {asked ? <ConfirmDialog {...dialog} {...questionOf(asked)} /> : null}
    </>
  );
}

type Asked = { readonly about: 'delete' | 'publish'; readonly row: Listed };

/**
 * A question about one of the rows. The focus returns to the button that asked it; after a yes, which may take the row
 * away, to `afterwards`.
 */
function useQuestion(afterwards: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  return {
    asked,
    ask(question: Asked, button: HTMLElement) {
      opener.current = button;
      setAsked(question);
      setOpen(true);
    },
    agree(act: (id: Listed['id']) => Promise<void>) {
      opener.current = afterwards.current;
      if (asked) void act(asked.row.id);
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

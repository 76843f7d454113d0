import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { readRow, type TaggedRow } from '../../../data/newsroom.api.ts';
import { ListError } from '../../../ui/list/ListBoundary.tsx';
import { EditForm } from './EditForm.tsx';
import type { RowKind } from './row-kind.ts';

type EditRowProps<Row> = {
  kind: RowKind<Row>;
  /** Where it is in the API. */
  path: string;
  onClose: () => void;
};

/** The form over a row's newest version, which it begins with and goes on comparing itself to. */
export function EditRow<Row>({ kind, path, onClose }: EditRowProps<Row>) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [outdated, setOutdated] = useState<string>();
  const { now, failed, readAgain } = useEditedRow<Row>(path, outdated);
  const [first, setFirst] = useState(now ?? undefined);
  if (first === undefined && now) setFirst(now);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel-form" aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        {kind.edit}
      </h2>
      {first ? (
        <EditForm kind={kind} first={first} now={now} onOutdated={setOutdated} onClose={onClose} />
      ) : (
        <>
          {failed ? <ListError tryAgain={readAgain} /> : null}
          {now === null ? <p role="alert">This {kind.noun} is no more.</p> : null}
          {now === undefined && !failed ? <p role="status">Loading...</p> : null}
          <div className="form-actions">
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </>
      )}
    </section>
  );
}

/** Milliseconds. */
const askAgain = 1_000;

/**
 * A row as it is now, read anew when its form opens and whenever a change touches it; null where it is no more,
 * undefined until it is known. `awaited` is a tag that is known to be out of date: it asks until there is another.
 */
function useEditedRow<Row>(path: string, awaited?: string) {
  const { data, isError, refetch } = useQuery<TaggedRow<Row>>({
    queryKey: [path, 'row'],
    queryFn: ({ signal }) => readRow<Row>(path, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => awaited !== undefined && state.data?.etag === awaited && askAgain,
  });
  return { now: data, failed: isError && data === undefined, readAgain: () => void refetch() };
}

import { useEffect, useId, useRef, useState } from 'react';
import { ListError } from '../../../ui/list/ListError.tsx';
import { EditForm } from './EditForm.tsx';
import type { RowKind } from './row-kind.ts';
import { useEditedRow } from './use-edited-row.ts';

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
        <EditForm
          kind={kind}
          path={path}
          first={first}
          now={now}
          onOutdated={setOutdated}
          onClose={onClose}
        />
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

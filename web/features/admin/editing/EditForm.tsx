import type { ApiError } from '@journal/contracts';
import { useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { TaggedRow } from '../../../data/newsroom.api.ts';
import { useSendForm } from '../../../ui/form/use-send-form.ts';
import { toastAtom } from '../../../ui/toast/toast.ts';
import { useReadAgain } from '../panel/use-row-actions.ts';
import { ConflictView } from './ConflictView.tsx';
import { EditNotices } from './EditNotices.tsx';
import { RowForm } from './RowForm.tsx';
import { cleanValues, type FormValues, type RowKind } from './row-kind.ts';
import { useUnsaved } from './unsaved.ts';

type Known<Row> = NonNullable<TaggedRow<Row>>;
type EditFormProps<Row> = {
  kind: RowKind<Row>;
  first: Known<Row>;
  /** The row's current version; null once it is deleted. */
  now: TaggedRow<Row> | undefined;
  /** The tag of a version that the server says is not the newest. */
  onOutdated: (etag: string | undefined) => void;
  onClose: () => void;
};

/**
 * Edits one version of a row and saves it only over that version. Announces a newer one, and shows both where
 * both have been changed. What was typed stays, whatever becomes of the row.
 */
export function EditForm<Row>({ kind, first, now, onOutdated, onClose }: EditFormProps<Row>) {
  const [base, setBase] = useState(first);
  const [isCompared, setCompared] = useState(false);
  const [wasRefreshed, setRefreshed] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  const tag = useRef(first.etag);
  const showToast = useSetAtom(toastAtom);
  const readAgain = useReadAgain();
  const form = useSendForm<FormValues, unknown>({
    schema: kind.schema,
    initial: kind.valuesOf(first.row),
    clean: (values) => cleanValues(kind.fields, values),
    send: (values) => kind.save(first.row, values, tag.current),
    failure: kind.notSaved,
    onRefused,
    onSent: () => {
      showToast({ title: kind.saved });
      readAgain();
      onClose();
    },
  });
  useUnsaved(form.changed);

  function onRefused({ status, problem }: ApiError): boolean {
    setSignedOut(status === 401);
    if (status === 404 || status === 409 || status === 412) readAgain();
    if (status === 412) {
      onOutdated(tag.current);
      setCompared(true);
      return true;
    }
    const text = problem?.message;
    showToast({ title: kind.notSaved, variant: 'destructive', ...(text ? { text } : {}) });
    return status === 401;
  }

  function goOnFrom(version: Known<Row>) {
    tag.current = version.etag;
    setBase(version);
    setCompared(false);
    onOutdated(undefined);
  }

  const newer = now && now.etag !== base.etag && !form.sending ? now : undefined;
  const closed = now ? kind.closedBy(now.row) : undefined;
  const isUntouched = newer !== undefined && !closed && !form.changed && !isCompared;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (!isUntouched || !newer) return;
    form.typed.restart(kind.valuesOf(newer.row));
    goOnFrom(newer);
    setRefreshed(true);
  }, [isUntouched, newer]);

  const comparing = isCompared && newer && !closed ? newer : undefined;
  return (
    <>
      <EditNotices
        noun={kind.noun}
        historyHref={kind.historyHref(base.row)}
        gone={now === null ? () => kind.restore(base.row) : undefined}
        closed={closed}
        newer={
          newer && !isUntouched ? (comparing ? 'compared' : 'known') : isCompared ? 'awaited' : undefined
        }
        refreshed={wasRefreshed}
        signedOut={isSignedOut}
        onCompare={() => setCompared(true)}
      />
      {comparing ? (
        <ConflictView
          noun={kind.noun}
          fields={kind.fields}
          base={kind.valuesOf(base.row)}
          mine={form.typed.get()}
          theirs={kind.valuesOf(comparing.row)}
          onBack={() => setCompared(false)}
          onSave={(values) => {
            form.typed.put(values);
            goOnFrom(comparing);
            void form.submit();
          }}
        />
      ) : null}
      <RowForm
        form={form}
        fields={kind.fields}
        hidden={comparing !== undefined}
        name="Save"
        sending="Saving..."
        onCancel={onClose}
      />
    </>
  );
}

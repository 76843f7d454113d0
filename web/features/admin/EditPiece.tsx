import type { ApiError } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { type Piece, piecePath, readPiece, restorePiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import {
  cleanValues,
  DescribedFields,
  type FormValues,
  formValuesOf,
} from '../../ui/form/described-fields.tsx';
import { FormFailure, SubmitButton, type SubmitButtonProps } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { ListError } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { ConflictView, conflictsOf } from './ConflictView.tsx';
import { EditNotices } from './EditNotices.tsx';
import { PanelForm, useUnsaved } from './PanelForm.tsx';
import { capitalised, type Listed, type PieceKind, sectionOptions } from './piece-kinds.ts';
import { showFailure, useRefetch } from './use-change.ts';

type EditPieceProps = { kind: PieceKind; id: Listed['id']; onClose: () => void };

/** The form over a piece's newest version, with which it starts and keeps comparing itself. */
export function EditPiece({ kind, id, onClose }: EditPieceProps) {
  const [outdated, setOutdated] = useState<string>();
  const { now, failed, refetch } = useNewest({ kind: kind.tab, id }, outdated);
  const [first, setFirst] = useState(now ?? undefined);
  if (first === undefined && now) setFirst(now);
  return (
    <PanelForm title={`Edit ${capitalised(kind.noun)}`}>
      {first ? (
        <EditForm {...{ kind, id, first, now, outdated, onClose }} onOutdated={setOutdated} />
      ) : (
        <>
          {failed ? <ListError tryAgain={refetch} /> : null}
          {now === null ? <p role="alert">This {kind.noun} is no more.</p> : null}
          {now === undefined && !failed ? <p role="status">Loading...</p> : null}
          <div className="form-actions">
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </>
      )}
    </PanelForm>
  );
}

/** Milliseconds. */
const pollInterval = 1_000;

/**
 * Returns the piece as it is now, read anew when its form opens and whenever a change touches it; null where it is deleted,
 * undefined until it is known. While it still has the ETag `outdated`, it is polled.
 */
function useNewest(piece: Piece, outdated?: string) {
  const path = piecePath(piece);
  const { data, isError, refetch } = useQuery<TaggedPiece>({
    queryKey: [path, 'row'],
    queryFn: ({ signal }) => readPiece(path, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => outdated !== undefined && state.data?.etag === outdated && pollInterval,
  });
  return { now: data, failed: isError && data === undefined, refetch: () => void refetch() };
}

type Version = NonNullable<TaggedPiece>;
type EditFormProps = EditPieceProps & {
  first: Version;
  /** The current version; null once the piece is deleted. */
  now: TaggedPiece | undefined;
  /** The ETag of a version that the server refused to save over, until the newest is known. */
  outdated: string | undefined;
  onOutdated: (etag: string | undefined) => void;
};

/**
 * Edits one version of a piece and saves it only over that version. Announces a newer one, and shows both where
 * both have been changed. What was typed stays, whatever becomes of the piece.
 */
function EditForm(props: EditFormProps) {
  const { kind, id, first, now, outdated, onOutdated, onClose } = props;
  const piece = { kind: kind.tab, id };
  const [base, setBase] = useState(first);
  const [isCompared, setCompared] = useState(false);
  const [wasRefreshed, setRefreshed] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  const etag = useRef(first.etag);
  const refetch = useRefetch();
  const failure = `Failed to update ${kind.noun}. Please try again.`;
  const form = useSendForm({
    schema: kind.schema,
    initial: formValuesOf(kind.fields, first.row),
    clean: (values) => cleanValues(kind.fields, values),
    send: (body) =>
      apiClient.request(`PUT /api/${kind.tab}/:id` as const, {
        params: { id },
        body: body as never,
        headers: { 'if-match': etag.current },
      }),
    failure,
    onRefused,
    onSent: () => {
      showToast({ title: `${capitalised(kind.noun)} updated successfully!` });
      refetch();
      onClose();
    },
  });
  useUnsaved(form.changed);

  function onRefused(error: ApiError): boolean {
    const { status } = error;
    setSignedOut(status === 401);
    if (status === 404 || status === 409 || status === 412) refetch();
    if (status === 412) {
      onOutdated(etag.current);
      setCompared(true);
      return true;
    }
    showFailure(failure, error);
    return status === 401;
  }

  function continueFrom(version: Version) {
    etag.current = version.etag;
    setBase(version);
    setCompared(false);
    onOutdated(undefined);
  }

  const newer = now && now.etag !== base.etag && !form.sending ? now : undefined;
  const closed = now ? kind.closedBy?.(now.row) : undefined;
  // Deleted and restored, it is newer and still the same: nobody was faster.
  const isSame = newer !== undefined && isSameText(kind, base, newer);
  const isFollowed = newer !== undefined && !closed && (isSame || !(form.changed || isCompared));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (!isFollowed || !newer) return;
    continueFrom(newer);
    if (!isSame) {
      form.typed.reset(formValuesOf(kind.fields, newer.row));
      setRefreshed(true);
    } else if (outdated !== undefined) void form.submit();
  }, [isFollowed, newer]);

  const comparing = isCompared && newer && !closed ? newer : undefined;
  const known = newer && !isFollowed ? (comparing ? 'compared' : 'known') : undefined;
  return (
    <>
      <EditNotices
        kind={kind}
        id={id}
        restore={now === null ? () => restorePiece(piece) : undefined}
        closed={closed}
        newer={known ?? (now && !newer && isCompared ? 'awaited' : undefined)}
        refreshed={wasRefreshed}
        signedOut={isSignedOut}
        onCompare={() => setCompared(true)}
      />
      {comparing ? (
        <ConflictView
          noun={kind.noun}
          fields={kind.fields}
          base={formValuesOf(kind.fields, base.row)}
          mine={form.typed.get()}
          theirs={formValuesOf(kind.fields, comparing.row)}
          onBack={() => setCompared(false)}
          onSave={(values) => {
            form.typed.put(values);
            continueFrom(comparing);
            void form.submit();
          }}
        />
      ) : null}
      <PieceForm
        kind={kind}
        form={form}
        hidden={comparing !== undefined}
        name="Save"
        sending="Saving..."
        onCancel={onClose}
      />
    </>
  );
}

function isSameText(kind: PieceKind, before: Version, after: Version): boolean {
  const base = formValuesOf(kind.fields, before.row);
  const theirs = formValuesOf(kind.fields, after.row);
  return conflictsOf(kind.fields, { base, mine: base, theirs }).length === 0;
}

type PieceFormProps = Pick<SubmitButtonProps, 'name' | 'sending'> & {
  kind: PieceKind;
  form: ReturnType<typeof useSendForm<FormValues, unknown>>;
  /** Whether something else is shown in its place meanwhile. */
  hidden?: boolean;
  onCancel: () => void;
};

/** The inputs of a piece, whether it is new or there already. */
export function PieceForm(props: PieceFormProps) {
  const { kind, form, hidden = false, name, sending, onCancel } = props;
  return (
    <form className="form row-form" hidden={hidden} {...form.formProps}>
      <DescribedFields
        fields={kind.fields}
        hints={kind.hints}
        choices={sectionOptions}
        register={form.field}
      />
      <FormFailure text={form.failure} />
      <div className="form-actions">
        <SubmitButton form={form} name={name} sending={sending} />
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

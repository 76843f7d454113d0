import type { ApiError } from '@journal/contracts';
import { useEffect, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { type PieceFields, restorePiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import { cleanValues, formValuesOf, optionalNames } from '../../ui/form/described-fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSignedOut } from '../../ui/form/use-signed-out.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import type { FormDraft } from '../draft/use-account-draft.ts';
import { ConflictView, conflictsOf } from './ConflictView.tsx';
import { EditNotices } from './EditNotices.tsx';
import { useEditDraft, useKeptForm } from './edit-draft.ts';
import { PieceForm } from './PieceForm.tsx';
import { capitalised, type EditedKind, type Listed } from './piece-kinds.ts';
import { showFailure, useRefetch } from './use-change.ts';

/** A version of a piece in the form's terms. */
type Version = { readonly row: PieceFields; readonly etag: string };
type EditFormProps = {
  kind: EditedKind;
  id: Listed['id'];
  first: Version;
  /** The current version; null once the piece is deleted. */
  now: TaggedPiece | undefined;
  /** ETag of a version that the server refused to save over, until the newest is known. */
  outdated: string | undefined;
  onOutdated: (etag: string | undefined) => void;
  onClose: () => void;
};

/**
 * Edits one version of a piece and saves only over that version. Announces a newer version, and shows both if both were
 * changed. The input stays, whatever happens to the piece, and is kept in the browser until it is saved.
 */
export function EditForm(props: EditFormProps) {
  const { kind, id, first, now, outdated, onOutdated, onClose } = props;
  const piece = { kind: kind.tab, id };
  // A draft may be older than a field.
  const valuesOf = ({ row }: Version) => formValuesOf(kind.fields, { ...first.row, ...row });
  const draft = useEditDraft(`${kind.tab}/${id}`, versionOf(kind, first));
  const { origin } = draft;
  const [base, setBase] = useState(() => origin.current);
  const [isCompared, setCompared] = useState(false);
  const [wasRefreshed, setRefreshed] = useState(false);
  const session = useSignedOut();
  const refetch = useRefetch();
  const failure = `Failed to update ${kind.noun}. Please try again.`;
  const form = useSendForm({
    schema: kind.schema,
    initial: valuesOf(base),
    optional: optionalNames(kind.fields),
    clean: (values) => cleanValues(kind.fields, values),
    send: async (body) =>
      apiClient.request(`PUT /api/${kind.tab}/:id` as const, {
        params: { id },
        body: body as never,
        headers: { 'if-match': origin.current.etag, ...(await account.header()) },
      }),
    failure,
    onRefused,
    onSent: () => {
      showToast({ title: `${capitalised(kind.noun)} updated successfully!` });
      account.sent();
      draft.remove(true);
      refetch();
      onClose();
    },
  });
  const account: FormDraft = useKeptForm<Version>(draft, form, valuesOf, {
    // What editors type into pitches and pages stays in their browser.
    target: kind.tab === 'articles' ? `article-${id}` : undefined,
    etagOf: ({ etag }) => etag,
    originOf: ({ etag, values }) => ({ etag, row: cleanValues(kind.fields, values) }),
    onTaken: () => setBase(origin.current),
  });

  function onRefused(error: ApiError): boolean {
    const { status } = error;
    if (status === 404 || status === 409 || status === 412) refetch();
    if (status === 412) {
      onOutdated(origin.current.etag);
      setCompared(true);
      return true;
    }
    showFailure(failure, error);
    return session.refuse(error);
  }

  function continueFrom(version: Version) {
    origin.current = versionOf(kind, version);
    setBase(origin.current);
    setCompared(false);
    onOutdated(undefined);
  }

  const newer = now && now.etag !== base.etag && !form.sending ? now : undefined;
  const closed = now ? kind.closedBy?.(now.row) : undefined;
  // After a deletion and a restore, the version is newer but has the same text, so there is no conflict.
  const isSame = newer !== undefined && isSameText(kind, base, newer);
  const isTyped = form.changed || draft.restored !== undefined;
  const isFollowed = newer !== undefined && !closed && (isSame || !(isTyped || isCompared));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (!isFollowed || !newer) return;
    continueFrom(newer);
    if (!isSame) {
      form.typed.reset(valuesOf(newer));
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
        signedOut={session.notice}
        draftedAt={draft.restored?.at}
        onDiscard={() => {
          draft.remove();
          account.changed();
          if (now) continueFrom(now);
          form.typed.reset(valuesOf(now ?? base));
        }}
        onCompare={() => setCompared(true)}
      />
      {comparing ? (
        <ConflictView
          noun={kind.noun}
          fields={kind.fields}
          base={valuesOf(base)}
          mine={form.typed.get()}
          theirs={valuesOf(comparing)}
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
        draft={draft}
        account={account}
        hidden={comparing !== undefined}
        name={kind.tab === 'articles' ? 'Publish changes' : 'Save'}
        sending="Saving..."
        onClose={onClose}
      />
    </>
  );
}

/** Returns only what the form needs of a version, since a draft of it is stored in the browser. */
function versionOf({ fields }: EditedKind, { row, etag }: Version): Version {
  return { etag, row: Object.fromEntries(Object.keys(fields).map((name) => [name, row[name] ?? null])) };
}

function isSameText(kind: EditedKind, before: Version, after: Version): boolean {
  const base = formValuesOf(kind.fields, before.row);
  const theirs = formValuesOf(kind.fields, after.row);
  return conflictsOf(kind.fields, { base, mine: base, theirs }).length === 0;
}

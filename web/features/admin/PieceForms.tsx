import { type ApiError, ArticleFields } from '@journal/contracts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { restorePiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import {
  cleanValues,
  DescribedFields,
  type FormValues,
  formValuesOf,
} from '../../ui/form/described-fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { ConflictView, conflictsOf } from './ConflictView.tsx';
import { EditNotices, SignedOutNotice } from './EditNotices.tsx';
import { PanelForm, useUnsaved } from './PanelForm.tsx';
import {
  articleKind,
  capitalised,
  type Listed,
  newArticle,
  type PieceKind,
  sectionOptions,
} from './piece-kinds.ts';
import { showFailure, useRefetch } from './use-change.ts';

type PieceFormProps = {
  kind: PieceKind;
  form: ReturnType<typeof useSendForm<FormValues, unknown>>;
  /** Whether something else is shown in its place meanwhile. */
  hidden?: boolean;
  /** Of the button, before it is pressed and while the form is sent. */
  words: readonly [name: string, sending: string];
  onCancel: () => void;
};

function PieceForm({ kind, form, hidden = false, words: [name, sending], onCancel }: PieceFormProps) {
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

/** The form of a new article. Sent again after an answer that was lost, it is published once. */
export function AddArticle({ onClose }: { onClose: () => void }) {
  const failure = 'Failed to publish article. Please try again.';
  const [isSignedOut, setSignedOut] = useState(false);
  const refetch = useRefetch();
  const [id] = useState(newId);
  const form = useSendForm({
    schema: ArticleFields,
    initial: newArticle,
    clean: (values) => cleanValues(articleKind.fields, values),
    send: (values) =>
      call('POST /api/articles', { body: values as ArticleFields, idempotencyKey: attemptKey(id, values) }),
    failure,
    onRefused(error) {
      setSignedOut(error.status === 401);
      showFailure(failure, error);
      return error.status === 401;
    },
    onSent: () => {
      showToast({ title: 'Article published successfully!' });
      refetch();
      onClose();
    },
  });
  useUnsaved(form.changed);
  return (
    <PanelForm title="Add New Article">
      <div className="form-notices">{isSignedOut ? <SignedOutNotice /> : null}</div>
      <PieceForm
        kind={articleKind}
        form={form}
        words={['Publish Article', 'Publishing...']}
        onCancel={onClose}
      />
    </PanelForm>
  );
}

export type EditPieceProps = { kind: PieceKind; id: Listed['id']; onClose: () => void };
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
export function EditForm(props: EditFormProps) {
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
      call(`PUT /api/${kind.tab}/:id` as const, {
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
        words={['Save', 'Saving...']}
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

import {
  asApiError,
  ownPitchPath,
  type Resubmission,
  type SubmissionFields,
  submissionFields,
} from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey } from '../../data/attempt-key.ts';
import { ownEditName } from '../../data/forget-draft.ts';
import { readPiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import { ownPitch, refetchOwnPitch } from '../../data/writer.api.ts';
import { leaveQuestionAtom, useUnsaved } from '../../ui/dialog/unsaved.ts';
import { cleanValues, formValuesOf } from '../../ui/form/described-fields.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useEditDraft, useKeptForm } from '../admin/edit-draft.ts';
import { OtherDraft, SavedStatus } from '../draft/OtherDraft.tsx';
import type { FormDraft } from '../draft/use-account-draft.ts';
import { PitchFields } from './PitchFields.tsx';
import type { PitchTexts } from './pitch-draft.ts';
import { SessionEnded } from './SessionEnded.tsx';

export type OwnPitchFormProps = {
  id: string;
  piece: NonNullable<TaggedPiece>;
  /** Whether changes were requested, so that the pitch is resubmitted; otherwise it is only saved. */
  isAgain: boolean;
  /** The last saved version, shown if it isn't the one that the form started from. */
  saved: ReactNode;
  /** Whether the form was opened with its button rather than automatically. */
  isOpenedByUser: boolean;
  onDone: () => void;
};

const loadRules = async (isAgain: boolean) => {
  const { pitchRules, resubmissionRules } = await import('./pitch-rules.ts');
  return isAgain ? resubmissionRules : pitchRules;
};

const texts = {
  edit: {
    name: 'Save Changes',
    sending: 'Saving...',
    failure: 'Failed to save your pitch. Please try again.',
    outdated:
      'This pitch was changed meanwhile, in another tab or on another device. What you typed is still here: save again to replace the other version with it.',
    sent: { title: 'Your pitch is saved.', text: 'The editors see it as you have written it now.' },
  },
  again: {
    name: 'Send it again',
    sending: 'Sending...',
    failure: 'Failed to send your pitch. Please try again.',
    outdated:
      'This pitch was changed meanwhile, by an editor or in another tab. What you typed is still here: send it again to replace the other version with it.',
    sent: {
      title: 'Your pitch is back with the editors.',
      text: 'You will hear from us as soon as they have read it.',
    },
  },
} as const;

type Origin = OwnPitchFormProps['piece'];
type OwnTexts = PitchTexts & { reply: string };
const valuesOf = ({ row }: Origin) => ({ ...formValuesOf(submissionFields, row), reply: '' }) as OwnTexts;

/**
 * The form in which a writer changes a pitch that nobody has taken up, or resubmits it after changes were requested.
 * Keeps the input in this browser, for this account only, and asks for confirmation before it is left or discarded.
 */
export function OwnPitchForm({ id, piece, isAgain, saved, isOpenedByUser, onDone }: OwnPitchFormProps) {
  const client = useQueryClient();
  const draft = useEditDraft<Origin>(ownEditName(id), piece);
  const { origin } = draft;
  const [isOutdated, setOutdated] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const { name, sending, failure, outdated, sent } = texts[isAgain ? 'again' : 'edit'];

  async function send({ reply = null, ...body }: Resubmission) {
    const headers = { 'if-match': origin.current.etag, ...(await account.header()) };
    const to = { params: { id }, headers };
    if (!isAgain) return await apiClient.request('PUT /api/submissions/:id', { ...to, body });
    return await apiClient.request('POST /api/submissions/:id/resubmit', {
      ...to,
      body: { ...body, reply },
      // Resending it after a lost response counts once.
      idempotencyKey: attemptKey(id, { etag: origin.current.etag, ...body, reply }),
    });
  }

  const form = useSendForm<OwnTexts, unknown, Resubmission>({
    schema: () => loadRules(isAgain),
    initial: valuesOf(origin.current),
    optional: ['school', 'reply'],
    clean({ reply, ...texts }) {
      const fields = cleanValues(submissionFields, texts) as SubmissionFields;
      return isAgain ? { ...fields, reply: reply.trim().replaceAll(/\r\n?/g, '\n') } : fields;
    },
    async send(sent) {
      setOutdated(false);
      setExpired(false);
      try {
        const answer = await send(sent);
        // Before the form closes; otherwise the page would still ask for changes.
        account.sent();
        draft.remove(true);
        await refetchOwnPitch(client, id);
        return answer;
      } catch (error) {
        // The next attempt will replace the version that the writer is notified of, but no later one.
        if (asApiError(error).status === 412) {
          const newest = await readPiece(ownPitch(id).path);
          if (newest) origin.current = { ...origin.current, etag: newest.etag };
          draft.keep(form.typed.get());
          void refetchOwnPitch(client, id);
        }
        throw error;
      }
    },
    failure,
    onRefused(error) {
      // The page stays because it contains the form: the input can be sent after signing in again.
      setExpired(error.status === 401);
      setOutdated(error.status === 412);
      return error.status === 412 || error.status === 401;
    },
    onSent() {
      showToast(sent);
      onDone();
    },
  });
  const account: FormDraft = useKeptForm<Origin>(draft, form, valuesOf, {
    target: `pitch-${id}`,
    etagOf: ({ etag }) => etag,
    originOf: ({ etag, values }) => ({
      ...piece,
      etag,
      row: { ...piece.row, ...cleanValues(submissionFields, values) },
    }),
    onTaken(isTyped) {
      if (!isTyped && !isAgain) onDone();
    },
  });
  const { changed } = form;
  const ask = useSetAtom(leaveQuestionAtom);
  useUnsaved(ownEditName(id), changed && !isExpired, draft.isKept);
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isOpenedByUser) shown.current?.querySelector<HTMLElement>('[name=articleTitle]')?.focus();
  }, [isOpenedByUser]);
  const discard = () => {
    draft.remove();
    account.changed();
    onDone();
  };
  return (
    <form
      ref={shown}
      className="form pitch"
      aria-label={`${isAgain ? 'Work on' : 'Edit'} “${piece.row.articleTitle}”`}
      {...form.formProps}
    >
      <PitchFields form={form} />
      {isAgain ? (
        <TextField
          label="Your reply to the editors (optional)"
          hint="What have you changed? Is there anything you want to keep as it is, or to ask?"
          rows={3}
          {...form.field('reply')}
        />
      ) : null}
      <OtherDraft {...account} />
      <SavedStatus {...account} />
      <FormFailure text={isOutdated ? outdated : form.failure} />
      {isOutdated ? saved : null}
      <div className="profile-actions">
        <SubmitButton form={form} name={name} sending={sending} />
        {isAgain ? null : (
          <button
            type="button"
            className="button"
            onClick={({ currentTarget: opener }) =>
              changed ? ask({ about: 'discard', opener, proceed: discard }) : discard()
            }
          >
            Cancel
          </button>
        )}
      </div>
      {isExpired ? <SessionEnded backTo={ownPitchPath(id)} /> : null}
    </form>
  );
}

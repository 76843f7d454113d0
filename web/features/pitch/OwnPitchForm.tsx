import { addressOf, asApiError, type SubmissionFields, submissionFields } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { apiClient, queryOf } from '../../data/api.ts';
import { ownEdit } from '../../data/forget-draft.ts';
import { readPiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import { leaveQuestionAtom, UnsavedGuard, unsavedAtom, useUnsaved } from '../../ui/dialog/UnsavedGuard.tsx';
import { cleanValues, formValuesOf } from '../../ui/form/described-fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useEditDraft, useKeptForm } from '../admin/edit-draft.ts';
import { loadRules, PitchFields } from './PitchFields.tsx';
import type { PitchTexts } from './pitch-draft.ts';
import { SessionEnded } from './SessionEnded.tsx';

export type EditOwnPitchProps = {
  id: string;
  piece: NonNullable<TaggedPiece>;
  /** The version saved last, to be read where it is not the one that the form began with. */
  saved: ReactNode;
  /** Whether it is opened by its button, and not by what is kept of it. */
  isAsked: boolean;
  onDone: () => void;
};

const outdated =
  'This pitch was changed meanwhile, in another tab or on another device. What you typed is still here: save again to replace the other version with it.';

type Origin = EditOwnPitchProps['piece'];
const valuesOf = ({ row }: Origin) => formValuesOf(submissionFields, row) as PitchTexts;

/**
 * The form by which a writer changes a pitch that nobody has taken up. Keeps what is typed in this browser, for this
 * account alone, and asks before it is left or discarded.
 */
export function EditOwnPitch({ id, piece, saved, isAsked, onDone }: EditOwnPitchProps) {
  const client = useQueryClient();
  const draft = useEditDraft<Origin>(ownEdit(id), piece);
  const { origin } = draft;
  const [isOutdated, setOutdated] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const refetch = () =>
    void client.invalidateQueries({ queryKey: [queryOf('GET /api/submissions/mine').path] });
  const form = useSendForm({
    schema: loadRules,
    initial: valuesOf(origin.current),
    optional: ['school'],
    clean: (texts) => cleanValues(submissionFields, texts) as SubmissionFields,
    async send(body) {
      setOutdated(false);
      setExpired(false);
      try {
        return await apiClient.request('PUT /api/submissions/:id', {
          params: { id },
          body,
          headers: { 'if-match': origin.current.etag },
        });
      } catch (error) {
        // The next save replaces the version that the writer is told of, and no later one.
        if (asApiError(error).status === 412) {
          const newest = await readPiece(addressOf('GET /api/submissions/mine/:id', { params: { id } }));
          if (newest) origin.current = { ...origin.current, etag: newest.etag };
          refetch();
        }
        throw error;
      }
    },
    failure: 'Failed to save your pitch. Please try again.',
    onRefused(error) {
      // The page stays, for the form is in it: what is typed is sent by whoever signs in again.
      setExpired(error.status === 401);
      setOutdated(error.status === 412);
      return error.status === 412 || error.status === 401;
    },
    onSent() {
      draft.remove();
      refetch();
      showToast({ title: 'Your pitch is saved.', text: 'The editors see it as you have written it now.' });
      onDone();
    },
  });
  useKeptForm(draft, form, valuesOf);
  const { changed } = form;
  const ask = useSetAtom(leaveQuestionAtom);
  const key = `pitch/${id}`;
  useUnsaved(key, changed && !isExpired, draft.isKept);
  // Another pitch may be edited beside it, and one guard asks for all.
  const [guarding] = Object.keys(useAtomValue(unsavedAtom));
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isAsked) shown.current?.querySelector<HTMLElement>('[name=articleTitle]')?.focus();
  }, [isAsked]);
  const discard = () => {
    draft.remove();
    onDone();
  };
  return (
    <>
      <form
        ref={shown}
        className="form pitch"
        aria-label={`Edit “${piece.row.articleTitle}”`}
        {...form.formProps}
      >
        <PitchFields form={form} />
        <FormFailure text={isOutdated ? outdated : form.failure} />
        {isOutdated ? saved : null}
        <div className="profile-actions">
          <SubmitButton form={form} name="Save Changes" sending="Saving..." />
          <button
            type="button"
            className="button"
            onClick={({ currentTarget: opener }) =>
              changed ? ask({ about: 'discard', opener, proceed: discard }) : discard()
            }
          >
            Cancel
          </button>
        </div>
        {isExpired ? <SessionEnded backTo="/profile" /> : null}
      </form>
      {guarding === key ? <UnsavedGuard /> : null}
    </>
  );
}

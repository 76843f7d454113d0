import { addressOf, asApiError, type SubmissionFields, submissionFields } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { apiClient, queryOf } from '../../data/api.ts';
import { readPiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import { leaveQuestionAtom, UnsavedGuard, unsavedAtom, useUnsaved } from '../../ui/dialog/UnsavedGuard.tsx';
import { cleanValues, formValuesOf } from '../../ui/form/described-fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { loadRules, PitchFields } from './PitchFields.tsx';
import type { PitchTexts } from './pitch-draft.ts';

export type EditOwnPitchProps = {
  id: string;
  piece: NonNullable<TaggedPiece>;
  /** The version saved last, to be read where it is not the one that the form began with. */
  saved: ReactNode;
  onDone: () => void;
};

const outdated =
  'This pitch was changed meanwhile, in another tab or on another device. What you typed is still here: save again to replace the other version with it.';

/** The form by which a writer changes a pitch that nobody has taken up. Asks before what is typed is left or discarded. */
export function EditOwnPitch({ id, piece, saved, onDone }: EditOwnPitchProps) {
  const client = useQueryClient();
  const [etag, setEtag] = useState(piece.etag);
  const [isOutdated, setOutdated] = useState(false);
  const onRefused = useSessionEnd();
  const refetch = () =>
    void client.invalidateQueries({ queryKey: [queryOf('GET /api/submissions/mine').path] });
  const form = useSendForm({
    schema: loadRules,
    initial: formValuesOf(submissionFields, piece.row) as PitchTexts,
    optional: ['school'],
    clean: (texts) => cleanValues(submissionFields, texts) as SubmissionFields,
    async send(body) {
      setOutdated(false);
      try {
        return await apiClient.request('PUT /api/submissions/:id', {
          params: { id },
          body,
          headers: { 'if-match': etag },
        });
      } catch (error) {
        // The next save replaces the version that the writer is told of, and no later one.
        if (asApiError(error).status === 412) {
          const newest = await readPiece(addressOf('GET /api/submissions/mine/:id', { params: { id } }));
          if (newest) setEtag(newest.etag);
          refetch();
        }
        throw error;
      }
    },
    failure: 'Failed to save your pitch. Please try again.',
    onRefused(error) {
      setOutdated(error.status === 412);
      return error.status === 412 || onRefused(error);
    },
    onSent() {
      refetch();
      showToast({ title: 'Your pitch is saved.', text: 'The editors see it as you have written it now.' });
      onDone();
    },
  });
  const { changed } = form;
  const ask = useSetAtom(leaveQuestionAtom);
  const key = `pitch/${id}`;
  useUnsaved(key, changed, false);
  // Another pitch may be edited beside it, and one guard asks for all.
  const [guarding] = Object.keys(useAtomValue(unsavedAtom));
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => shown.current?.querySelector<HTMLElement>('[name=articleTitle]')?.focus(), []);
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
              changed ? ask({ about: 'discard', opener, proceed: onDone }) : onDone()
            }
          >
            Cancel
          </button>
        </div>
      </form>
      {guarding === key ? <UnsavedGuard /> : null}
    </>
  );
}

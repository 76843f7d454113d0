import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { navigate } from 'vike/client/router';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { unsavedAtom } from '../../ui/dialog/unsaved.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { showFailure, useRefetch } from '../admin/use-change.ts';
import { issueName, pieceCount } from '../issue/issue-names.ts';
import { type ChangeProps, isOutdated } from './issue-change.ts';
import { asPublished, comesToNothing, countPitches } from './placed-piece.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;
const loadPlan = async () => (await import('./PlanIssueDialog.tsx')).PlanIssueDialog;

const pitchCountText = (count: number): string => {
  if (count === 0) return '';
  return count === 1
    ? 'One of them is a pitch. Its writer will be notified.'
    : `${count} of them are pitches. Their writers will be notified.`;
};

type Step = 'publish' | 'withdraw' | 'unschedule';
const done: Readonly<Record<Step, string>> = {
  publish: 'The issue is out.',
  withdraw: 'The issue is withdrawn.',
  unschedule: 'The plan is cancelled.',
};
const failed: Readonly<Record<Step, string>> = {
  publish: 'Failed to publish the issue.',
  withdraw: 'Failed to withdraw the issue.',
  unschedule: 'Failed to cancel the plan.',
};

type StepProps = ChangeProps & {
  /** Called with whether the issue is about to be discarded. */
  readonly onDiscard: (isDiscarded: boolean) => void;
};

/** Publishes an issue, immediately or at a planned time, and withdraws it. */
export function IssueSteps({ issue, etag, changed, renew, onDiscard }: StepProps) {
  const { number, status, pieces, publishAt } = issue;
  const [attempt] = useState(newId);
  const refetch = useRefetch();
  const isPlanned = publishAt !== null;
  const isTyped = Object.keys(useAtomValue(unsavedAtom)).length > 0;
  async function take(step: Step) {
    try {
      const answer = await apiClient.request(`POST /api/issues/:id/${step}` as const, {
        params: { id: number },
        headers: { 'if-match': etag },
        idempotencyKey: attemptKey(attempt, { step, etag }),
      });
      changed(answer);
      showToast({ title: done[step] });
      // Its pitches have become articles.
      if (step === 'publish') await renew().catch(() => {});
    } catch (error) {
      showFailure(failed[step], error);
      // Nobody publishes a version that they have not seen: the next attempt is for the version shown now. An issue that
      // has lost its last piece meanwhile is closed and open again by then.
      await renew().catch(() => {});
    }
  }
  async function discard() {
    onDiscard(true);
    try {
      const given = { params: { id: number }, headers: { 'if-match': etag } };
      await apiClient.request('DELETE /api/issues/:id', given);
    } catch (error) {
      onDiscard(false);
      showFailure('Failed to discard the issue.', error);
      if (isOutdated(error)) await renew().catch(() => {});
      return;
    }
    void refetch();
    await navigate('/admin/issues');
    showToast({ title: 'The issue is discarded.' });
  }
  if (status === 'published')
    return (
      <DialogButton
        className="button button-danger"
        name="Withdraw…"
        load={loadConfirm}
        given={() => ({
          title: 'Withdraw this issue?',
          text: 'Readers can no longer find it, not even through links in mails already sent, and a mailing in progress is paused. Its pieces stay where they are, and you can publish it again.',
          action: 'Withdraw',
          className: 'button-danger',
          onConfirm: () => void take('withdraw'),
        })}
      />
    );
  const plan = (
    <DialogButton
      className="button"
      name={isPlanned ? 'Change plan…' : 'Plan…'}
      load={loadPlan}
      given={() => ({ issue, etag, changed, renew })}
    />
  );
  const publish = (
    <DialogButton
      className="button button-solid"
      name="Publish…"
      load={loadConfirm}
      given={() => ({
        title: 'Publish this issue?',
        text: [
          `Readers see all of it at once: ${issueName(issue)}, with ${pieceCount(asPublished(issue).pieces.length)}.`,
          pitchCountText(countPitches(issue)),
          isPlanned ? 'It will not wait for the planned time.' : '',
        ]
          .filter(Boolean)
          .join(' '),
        action: 'Publish',
        onConfirm: () => void take('publish'),
      })}
    />
  );
  const unsaved = <p className="field-hint">Save what you have changed before you publish it.</p>;
  if (isTyped && !isPlanned) return unsaved;
  if (comesToNothing(issue) && !isPlanned)
    return (
      <>
        <p className="field-hint">
          {pieces.length === 0 ? '' : 'None of its pieces can come out. '}
          Place a piece in it before you publish it.
        </p>
        {status === 'draft' && pieces.length === 0 ? (
          <DialogButton
            className="button button-danger"
            name="Discard…"
            load={loadConfirm}
            given={() => ({
              title: 'Discard this issue?',
              text: `Use this for an issue opened by mistake. Readers have never seen it, and its number ${number} is free again.`,
              action: 'Discard',
              className: 'button-danger',
              onConfirm: () => void discard(),
            })}
          />
        ) : null}
      </>
    );
  return (
    <>
      {isTyped ? unsaved : null}
      <p className="issue-steps">
        {isTyped ? null : publish}
        {plan}
        {isPlanned ? (
          <button type="button" className="button button-danger" onClick={() => void take('unschedule')}>
            Cancel plan
          </button>
        ) : null}
      </p>
    </>
  );
}

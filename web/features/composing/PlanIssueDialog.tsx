import { PlannedIssue } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { ClockField, clockForm } from '../time/ClockField.tsx';
import { useJournalZone } from '../time/journal-time.ts';
import { type ChangeProps, isOutdated } from './issue-change.ts';

/** Asks when an issue is to be published, and plans it. */
export function PlanIssueDialog({ issue, etag, changed, renew, ...opened }: ChangeProps & OpenProps) {
  const { number, publishAt } = issue;
  const zone = useJournalZone();
  const [attempt] = useState(newId);
  /** The version that was shown when the dialog was opened: a plan by others that arrives since is not replaced unseen. */
  const [seen, setSeen] = useState(etag);
  const onSessionEnd = useSessionEnd();
  const form = useSendForm({
    schema: PlannedIssue,
    ...clockForm('at', publishAt, zone),
    send: (body) =>
      apiClient.request('POST /api/issues/:id/publish', {
        params: { id: number },
        body,
        headers: { 'if-match': seen },
        idempotencyKey: attemptKey(attempt, { etag: seen, ...body }),
      }),
    failure: 'Failed to plan this. Please try again.',
    onRefused: (error) => {
      // The next attempt is for the version shown now.
      if (isOutdated(error))
        renew()
          .then((newest) => setSeen(newest.etag))
          .catch(() => {});
      return onSessionEnd(error);
    },
    onSent: (answer) => {
      opened.onOpenChange(false);
      changed(answer);
      showToast({ title: 'Publication planned.' });
    },
  });
  return (
    <FormDialog
      {...opened}
      form={form}
      title={publishAt === null ? 'Plan the publication' : 'Change the plan'}
      text="The whole issue appears automatically at that time, as it is then. Until then you can keep working on it, or cancel the plan."
      name={publishAt === null ? 'Plan' : 'Change plan'}
      sending="Planning..."
    >
      <ClockField zone={zone} {...form.field('at')} />
    </FormDialog>
  );
}

import { type NewsroomArticle, PlannedUnpublish } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { ClockField, clockForm } from '../time/ClockField.tsx';
import { useJournalZone } from '../time/journal-time.ts';

export type TakeDownDialogProps = OpenProps & {
  /** State of the article when the dialog was opened. */
  row: NewsroomArticle;
  onDone: () => void;
};

/** Asks when an article is to be taken down, and plans it. */
export function TakeDownDialog({ row, onDone, ...opened }: TakeDownDialogProps) {
  const zone = useJournalZone();
  const [attempt] = useState(newId);
  const isPlanned = row.unpublishAt !== null;
  const form = useSendForm({
    schema: PlannedUnpublish,
    ...clockForm('unpublishAt', row.unpublishAt, zone),
    send: (body) =>
      apiClient.request('POST /api/articles/:id/schedule-unpublish', {
        params: { id: row.id },
        body,
        idempotencyKey: attemptKey(attempt, body),
      }),
    onSent: onDone,
    failure: 'Failed to plan this. Please try again.',
  });
  return (
    <FormDialog
      {...opened}
      form={form}
      title={isPlanned ? 'Change the plan' : 'Plan to take it down'}
      text={
        <>
          <p>
            “<bdi>{row.title}</bdi>”
          </p>
          <p>At that time it is deleted automatically and disappears from every page. You can restore it.</p>
        </>
      }
      name={isPlanned ? 'Change plan' : 'Plan'}
      sending="Planning..."
    >
      <ClockField zone={zone} {...form.field('unpublishAt')} />
    </FormDialog>
  );
}

/** Cancels the plan to take an article down. */
export const cancelTakeDown = ({ id }: NewsroomArticle): Promise<unknown> =>
  apiClient.request('POST /api/articles/:id/cancel-unpublish', { params: { id }, idempotencyKey: newId() });

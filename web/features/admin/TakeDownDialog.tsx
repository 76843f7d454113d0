import { type NewsroomArticle, PlannedUnpublish } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { ClockField, clockForm } from '../time/ClockField.tsx';
import { Planned } from '../time/JournalTime.tsx';
import { useJournalZone } from '../time/journal-time.ts';
import { useRefetch } from './use-change.ts';

export type TakeDownDialogProps = OpenProps & {
  /** Current state of the article. */
  row: NewsroomArticle;
  onDone: () => void;
};

/** Asks when an article is to be taken down, and plans it. */
export function TakeDownDialog({ row, onDone, ...opened }: TakeDownDialogProps) {
  const zone = useJournalZone();
  const [attempt] = useState(newId);
  /** The version that is shown: a plan by others that arrives since is not replaced unseen. */
  const [seen, setSeen] = useState(row);
  const [isOutdated, setOutdated] = useState(false);
  if (isOutdated && row.etag !== seen.etag) {
    setSeen(row);
    setOutdated(false);
  }
  const refetch = useRefetch();
  const isPlanned = seen.unpublishAt !== null;
  const form = useSendForm({
    schema: PlannedUnpublish,
    ...clockForm('unpublishAt', row.unpublishAt, zone),
    send: (body) =>
      apiClient.request('POST /api/articles/:id/schedule-unpublish', {
        params: { id: row.id },
        body,
        headers: { 'if-match': seen.etag },
        idempotencyKey: attemptKey(attempt, { etag: seen.etag, ...body }),
      }),
    onRefused: ({ status }) => {
      setOutdated(status === 412);
      void refetch();
      return false;
    },
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
          {seen.unpublishAt === null ? null : (
            <p>
              <Planned at={seen.unpublishAt} labels={takeDownLabels} />
            </p>
          )}
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

/** Labels of a planned time, for `Planned`. */
export const takeDownLabels = ['Comes down on ', 'Should be down since '] as const;

/** Cancels the plan to take an article down, if the article is unchanged since it was shown. */
export const cancelTakeDown = (row: NewsroomArticle): Promise<unknown> =>
  apiClient.request('POST /api/articles/:id/cancel-unpublish', {
    params: { id: row.id },
    headers: { 'if-match': row.etag },
    idempotencyKey: newId(),
  });

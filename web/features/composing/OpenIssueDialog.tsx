import { issueNumberBounds, NewIssue } from '@journal/contracts';
import { useState } from 'react';
import { navigate } from 'vike/client/router';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { Field, NumberField } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSessionEnd } from '../account/use-session-change.ts';

/** Opens an issue, with the number `next` unless another one is typed, and goes to its page. */
export function OpenIssueDialog({ next, ...opened }: OpenProps & { next: number }) {
  const [attempt] = useState(newId);
  const initial = { number: String(next), date: '', title: '' };
  const form = useSendForm({
    schema: NewIssue,
    initial,
    optional: ['title'],
    clean: ({ number, date, title }) => ({
      number: number === '' ? Number.NaN : Number(number),
      date,
      title: title.trim(),
    }),
    send: (body) =>
      apiClient.request('POST /api/issues', { body, idempotencyKey: attemptKey(attempt, body) }),
    failure: 'Failed to open the issue. Please try again.',
    onRefused: useSessionEnd(),
    onSent: ({ data }) => {
      opened.onOpenChange(false);
      void navigate(`/admin/issues/${data.number}`);
    },
  });
  return (
    <FormDialog
      {...opened}
      form={form}
      title="Open an issue"
      text="Readers do not see it before it is published. Its number stays as it is; everything else can be changed later, and an issue without pieces can be discarded."
      name="Open Issue"
      sending="Opening..."
    >
      <NumberField label="Number" bounds={issueNumberBounds} {...form.field('number')} />
      <Field label="Date" type="date" {...form.field('date')} />
      <Field label="Working title (optional)" autoComplete="off" {...form.field('title')} />
    </FormDialog>
  );
}

import type { FieldError, Submission } from '@journal/contracts';
import { type ReactNode, useState } from 'react';
import type { TObject } from 'typebox';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { GuardedFormDialog } from '../../ui/dialog/GuardedFormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import type { Step } from './pitch-steps.ts';
import { useSeenPitch } from './use-seen-pitch.tsx';

export type StepDialogProps = OpenProps & {
  step: Step;
  /** State of the pitch when the dialog was opened. */
  row: Submission;
  /** Receives the ETag of the pitch after the step. */
  onDone: (etag: string | undefined) => void;
};

type StepFormOptions<Values extends Record<string, string>, Sent extends object> = {
  schema: TObject;
  initial: Values;
  optional?: readonly string[];
  clean: (values: Values) => Sent;
  alsoCheck?: (values: Sent) => FieldError[];
  failure: string;
};

/** A form that takes a step on a pitch, once, in the version that the editor has seen. */
export function useStepForm<Values extends Record<string, string>, Sent extends object>(
  { row, step, onDone }: StepDialogProps,
  options: StepFormOptions<Values, Sent>,
) {
  const seen = useSeenPitch(row);
  const [attempt] = useState(newId);
  const form = useSendForm<Values, { readonly etag: string | undefined }, Sent>({
    ...options,
    send: async (body) => {
      const etag = await seen.etag();
      return apiClient.request(`POST /api/submissions/:id/${step}` as const, {
        params: { id: row.id },
        body: body as never,
        headers: { 'if-match': etag },
        idempotencyKey: attemptKey(attempt, { etag, ...body }),
      });
    },
    onRefused: seen.refuse,
    onSent: ({ etag }) => onDone(etag),
  });
  return Object.assign(form, { notice: seen.notice });
}

type StepFormDialogProps = OpenProps & {
  form: Parameters<typeof GuardedFormDialog>[0]['form'] & { notice: ReactNode };
  title: string;
  text: string;
  name: string;
  sending: string;
  row: Submission;
  children: ReactNode;
};

/** Asks for confirmation before it, or the page, is closed with input in it. */
export function StepFormDialog({ form, text, row, children, ...props }: StepFormDialogProps) {
  return (
    <GuardedFormDialog
      guarded="step"
      {...props}
      form={form}
      text={
        <>
          <p>
            “<bdi>{row.articleTitle}</bdi>” by <bdi>{row.fullName}</bdi>
          </p>
          <p>{text}</p>
        </>
      }
    >
      {form.notice}
      {children}
    </GuardedFormDialog>
  );
}

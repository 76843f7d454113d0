import {
  Acceptance,
  ChangeRequest,
  type FieldError,
  maxNoteLength,
  maxNotice,
  Refusal,
  type Submission,
} from '@journal/contracts';
import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { TObject } from 'typebox';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { leaveQuestionAtom, useUnsaved } from '../../ui/dialog/UnsavedGuard.tsx';
import type { OpenProps } from '../../ui/dialog/use-loaded.ts';
import { Field, NumberField, TextField } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import type { Step } from './pitch-steps.ts';
import { useSeenPitch } from './use-seen-pitch.tsx';

export type StepDialogProps = OpenProps & {
  step: Step;
  /** As it was when the dialog was opened. */
  row: Submission;
  /** Gets the ETag of the pitch after the step. */
  onDone: (etag: string | undefined) => void;
};

/** Asks what a step in the work on a pitch needs to know, and takes it. */
export function StepDialog(props: StepDialogProps) {
  const Dialog = dialogs[props.step];
  return <Dialog {...props} />;
}

const dialogs: Readonly<Record<Step, (props: StepDialogProps) => ReactNode>> = {
  'request-changes': RequestChanges,
  accept: Accept,
  decline: Decline,
};

function RequestChanges(props: StepDialogProps) {
  const form = useStepForm(props, {
    schema: ChangeRequest,
    initial: { note: '', dueAt: '' },
    optional: ['dueAt'],
    clean: ({ note, dueAt }) => ({ note: note.trim(), ...(dueAt ? { dueAt: endOf(dueAt) } : {}) }),
    alsoCheck({ dueAt }) {
      const ahead = dueAt === undefined ? 1 : Date.parse(dueAt) - Date.now();
      if (ahead > 0 && ahead <= maxNotice) return [];
      const message = ahead > 0 ? 'This day is more than a year away' : 'This day is over';
      return [{ path: 'dueAt', message }];
    },
    failure: 'Failed to request changes. Please try again.',
  });
  return (
    <StepFormDialog
      {...props}
      form={form}
      title="Request changes"
      text="The writer gets a mail with a link, and finds your note beside the text, which can then be changed."
      name="Request changes"
      sending="Requesting..."
    >
      <TextField
        label="Note"
        hint="Begin with what works. Two or three things to do are enough for one round."
        maxLength={maxNoteLength}
        {...form.field('note')}
      />
      <Field
        label="By when"
        hint="If you leave it out, the writer takes the time they need."
        type="date"
        min={new Date().toLocaleDateString('sv')}
        {...form.field('dueAt')}
      />
    </StepFormDialog>
  );
}

/** The last second of a day where the editor is, as ISO 8601. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

const issueBounds = { minimum: 1, maximum: 100_000 };

function Accept(props: StepDialogProps) {
  const { row } = props;
  const isAccepted = row.stage === 'accepted';
  const form = useStepForm(props, {
    schema: Acceptance,
    initial: { issueNumber: row.issueNumber === null ? '' : String(row.issueNumber) },
    optional: ['issueNumber'],
    clean: ({ issueNumber }) => ({ issueNumber: issueNumber === '' ? null : Number(issueNumber) }),
    failure: 'Failed to accept submission. Please try again.',
  });
  return (
    <StepFormDialog
      {...props}
      form={form}
      title={isAccepted ? 'Choose the issue' : 'Accept this submission?'}
      text={
        isAccepted
          ? 'It is accepted already.'
          : 'The writer gets a mail that it will be published. Readers see it when you publish it.'
      }
      name={isAccepted ? 'Save' : 'Accept'}
      sending={isAccepted ? 'Saving...' : 'Accepting...'}
    >
      <NumberField
        label="Issue number"
        hint="If you leave it out, that is decided later."
        bounds={issueBounds}
        {...form.field('issueNumber')}
      />
    </StepFormDialog>
  );
}

function Decline(props: StepDialogProps) {
  const form = useStepForm(props, {
    schema: Refusal,
    initial: { message: kindRefusal(props.row) },
    clean: ({ message }) => ({ message: message.trim() }),
    failure: 'Failed to decline submission. Please try again.',
  });
  return (
    <StepFormDialog
      {...props}
      form={form}
      title="Decline this submission?"
      text="After a minute the writer gets a mail with a link to your message. Until then you can undo it unnoticed. You can reopen the submission later, too."
      name="Decline"
      sending="Declining..."
    >
      <TextField
        label="Message"
        hint="Add a sentence about this very piece: it is what the writer keeps."
        maxLength={maxNoteLength}
        {...form.field('message')}
      />
    </StepFormDialog>
  );
}

const kindRefusal = ({ fullName, articleTitle }: Submission): string =>
  `Dear ${fullName},

Thank you for sending us “${articleTitle}”. We have read it with care, and will not publish it this time.

That is about this piece and our next issues, and not about you as a writer. We would like to read what you write next.

The editors`;

type StepFormOptions<Values extends Record<string, string>, Sent extends object> = {
  schema: TObject;
  initial: Values;
  optional?: readonly string[];
  clean: (values: Values) => Sent;
  alsoCheck?: (values: Sent) => FieldError[];
  failure: string;
};

/** A form that takes a step with a pitch as the editor has seen it, once. */
function useStepForm<Values extends Record<string, string>, Sent extends object>(
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
  form: Parameters<typeof FormDialog>[0]['form'] & { notice: ReactNode; changed: boolean };
  title: string;
  text: string;
  name: string;
  sending: string;
  row: Submission;
  children: ReactNode;
};

/** Closing it, or the page, asks first where something is typed. */
function StepFormDialog({ form, text, row, children, ...props }: StepFormDialogProps) {
  const ask = useSetAtom(leaveQuestionAtom);
  const { open, onOpenChange, opener, title, name, sending } = props;
  const close = () => onOpenChange(false);
  const isTyped = form.changed;
  useUnsaved('step', isTyped, false);
  return (
    <FormDialog
      {...{ open, opener, title, name, sending, form }}
      onOpenChange={() => {
        if (!isTyped) return close();
        ask({ about: 'discard', opener: document.activeElement as HTMLElement, proceed: close });
      }}
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
    </FormDialog>
  );
}

import {
  Acceptance,
  ChangeRequest,
  issueNumberBounds,
  maxNotice,
  PlannedPublication,
  Refusal,
  type Submission,
} from '@journal/contracts';
import type { ReactNode } from 'react';
import { Field, NumberField, TextField } from '../../ui/form/fields.tsx';
import { ClockField, clockForm } from '../time/ClockField.tsx';
import { clockAt, endOfDay, useJournalZone } from '../time/journal-time.ts';
import type { Step } from './pitch-steps.ts';
import { type StepDialogProps, StepFormDialog, useStepForm } from './step-form.tsx';

/** Asks for the details of an editorial step on a pitch, and takes it. */
export function StepDialog(props: StepDialogProps) {
  const Dialog = dialogs[props.step];
  return <Dialog {...props} />;
}

const dialogs: Readonly<Record<Step, (props: StepDialogProps) => ReactNode>> = {
  'request-changes': RequestChanges,
  accept: Accept,
  decline: Decline,
  schedule: Schedule,
};

function RequestChanges(props: StepDialogProps) {
  const zone = useJournalZone();
  const form = useStepForm(props, {
    schema: ChangeRequest,
    initial: { note: '', dueAt: '' },
    optional: ['dueAt'],
    clean: ({ note, dueAt }) => ({ note: note.trim(), ...(dueAt ? { dueAt: endOfDay(dueAt, zone) } : {}) }),
    alsoCheck({ dueAt }) {
      const ahead = dueAt === undefined ? 1 : Date.parse(dueAt) - Date.now();
      if (ahead > 0 && ahead <= maxNotice) return [];
      const message = ahead > 0 ? 'This day is more than a year away' : 'This day has passed';
      return [{ path: 'dueAt', message }];
    },
    failure: 'Failed to request changes. Please try again.',
  });
  return (
    <StepFormDialog
      {...props}
      form={form}
      title="Request changes"
      text="The writer gets a mail with a link, and sees your note beside the text, which they can then edit."
      name="Request changes"
      sending="Requesting..."
    >
      <TextField
        label="Note"
        hint="Begin with what works. Two or three things to do are enough for one round."
        {...form.field('note')}
      />
      <Field
        label="By when"
        hint="If you leave it out, the writer takes the time they need."
        type="date"
        min={clockAt(Date.now(), zone).slice(0, 10)}
        {...form.field('dueAt')}
      />
    </StepFormDialog>
  );
}

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
          ? 'It is already accepted.'
          : 'The writer gets a mail saying that it will be published. Readers see it once you publish it.'
      }
      name={isAccepted ? 'Save' : 'Accept'}
      sending={isAccepted ? 'Saving...' : 'Accepting...'}
    >
      <NumberField
        label="Issue number"
        hint="If you leave it out, that is decided later."
        bounds={issueNumberBounds}
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
      text={`After a minute the writer gets a mail with a link to your message. Until then you can undo it unnoticed. You can reopen the submission later, too.${
        props.row.publishAt === null
          ? ''
          : ' Its planned publication is cancelled at once, and stays cancelled if you undo it.'
      }`}
      name="Decline"
      sending="Declining..."
    >
      <TextField
        label="Message"
        hint="Add a sentence about this particular piece: it is what the writer will remember."
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

function Schedule(props: StepDialogProps) {
  const { row } = props;
  const zone = useJournalZone();
  const isPlanned = row.publishAt !== null;
  const form = useStepForm(props, {
    schema: PlannedPublication,
    ...clockForm('publishAt', row.publishAt, zone),
    failure: 'Failed to plan the publication. Please try again.',
  });
  return (
    <StepFormDialog
      {...props}
      form={form}
      title={isPlanned ? 'Change the plan' : 'Plan the publication'}
      text="It is published automatically at that time, with its text as it is then. Editors can still change it and cancel the plan; its writer can’t change it any more."
      name={isPlanned ? 'Change plan' : 'Plan'}
      sending="Planning..."
    >
      <ClockField zone={zone} {...form.field('publishAt')} />
    </StepFormDialog>
  );
}

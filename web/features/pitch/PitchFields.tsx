import '../../styles/form.css';
import '../../styles/pitch.css';
import { ageBounds, type SubmissionFields, submissionFields } from '@journal/contracts';
import type { ReactNode } from 'react';
import { Field, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx';
import type { useSendForm } from '../../ui/form/use-send-form.ts';
import { SafetyNotice } from '../checklist/Checklist.tsx';
import { emptyPitch, type PitchTexts } from './pitch-draft.ts';
import { useTyped } from './use-typed.ts';
import { WordCount } from './WordCount.tsx';

const sectionChoices = [
  { value: 'clash', name: 'The Clash (Debate)' },
  { value: 'view', name: 'The View (Essay)' },
  { value: 'culture', name: 'The Culture (Review/Analysis)' },
] as const;

type PitchForm = ReturnType<typeof useSendForm<PitchTexts, unknown, SubmissionFields>>;
type PitchFieldsProps = {
  /** The form; it may have further fields. */
  form: Pick<PitchForm, 'needsScripts'> & {
    field(name: keyof PitchTexts): Omit<ReturnType<PitchForm['field']>, 'name'> & { readonly name: string };
    readonly typed: Pick<PitchForm['typed'], 'get' | 'follow'>;
  };
  /** The signed-in user's name, present before scripts run. */
  fullName?: string | undefined;
  /** Content after the writer's name. */
  byline?: ReactNode;
};

/** The fields of a pitch. Disabled if scripts don't run, so that no input goes unsaved. */
export function PitchFields({ form, fullName, byline }: PitchFieldsProps) {
  const { field } = form;
  const texts = (name: keyof PitchTexts) => ({
    label: submissionFields[name].label,
    ...field(name),
  });
  return (
    <fieldset className="pitch-fields" {...form.needsScripts}>
      <legend className="sr-only">Your pitch</legend>
      <div className="pitch-person">
        <Field autoComplete="name" defaultValue={fullName} {...texts('fullName')} />
        <NumberField bounds={ageBounds} defaultValue={emptyPitch.age} {...texts('age')} />
      </div>
      <Field autoComplete="organization" {...texts('school')} label="School/University (optional)" />
      {byline}
      <SelectField
        label={submissionFields.section.label}
        choices={sectionChoices}
        unchosen="Choose a section"
        {...field('section')}
      />
      <Field autoComplete="off" {...texts('articleTitle')} />
      <TextField
        rows={3}
        placeholder="What is it about? Two or three sentences."
        {...texts('articleSummary')}
      />
      <TextField
        rows={14}
        placeholder="Write your essay here: 800-1200 words."
        below={<EssayCount typed={form.typed} />}
        {...texts('fullEssay')}
      />
      <TypedSafety typed={form.typed} />
    </fieldset>
  );
}

type Typed = Pick<PitchFieldsProps['form'], 'typed'>;

function EssayCount({ typed }: Typed) {
  return <WordCount essay={useTyped(typed, 'fullEssay', '')} />;
}

function TypedSafety({ typed }: Typed) {
  return (
    <SafetyNotice
      articleTitle={useTyped(typed, 'articleTitle', '')}
      articleSummary={useTyped(typed, 'articleSummary', '')}
      fullEssay={useTyped(typed, 'fullEssay', '')}
    />
  );
}

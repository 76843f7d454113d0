import { ageBounds } from '@journal/contracts';
import { useSyncExternalStore } from 'react';
import { emptyPitch } from '../../data/pitch-texts.ts';
import { Field } from '../../ui/form/Field.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { PitchFormState } from './use-pitch-form.ts';
import { WordCount } from './WordCount.tsx';

const sectionChoices = [
  { value: 'clash', name: 'The Clash (Debate)' },
  { value: 'view', name: 'The View (Essay)' },
  { value: 'culture', name: 'The Culture (Review/Analysis)' },
] as const;

/** The fields of a pitch. They wait for scripts, so that nothing can be typed that nobody keeps. */
export function PitchFields({ form }: { form: PitchFormState }) {
  const { field, sending } = form;
  const texts = (name: Parameters<typeof field>[0]) => ({ ...field(name), readOnly: sending });
  return (
    <fieldset className="pitch-fields" disabled={!form.ready}>
      <legend className="sr-only">Your pitch</legend>
      <div className="pitch-person">
        <Field label="Full name" autoComplete="name" {...texts('fullName')} />
        <NumberField label="Age" bounds={ageBounds} defaultValue={emptyPitch.age} {...texts('age')} />
      </div>
      <Field label="School/University (optional)" autoComplete="organization" {...texts('school')} />
      <SelectField
        label="Section"
        choices={sectionChoices}
        unchosen="Choose a section"
        {...field('section')}
      />
      <Field label="Article title" autoComplete="off" {...texts('articleTitle')} />
      <TextField
        label="Article summary"
        rows={3}
        placeholder="What is it about? Two or three sentences."
        {...texts('articleSummary')}
      />
      <TextField
        label="Full essay"
        rows={14}
        placeholder="Write your essay here: 800-1200 words."
        below={<EssayCount typed={form.typed} />}
        {...texts('fullEssay')}
      />
    </fieldset>
  );
}

function EssayCount({ typed }: Pick<PitchFormState, 'typed'>) {
  const essay = useSyncExternalStore(
    typed.follow,
    () => typed.get().fullEssay,
    () => '',
  );
  return <WordCount essay={essay} />;
}

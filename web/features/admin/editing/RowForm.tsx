import { sections } from '@journal/contracts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, NumberField, SelectField, TextField, ToggleField } from '../../../ui/form/fields.tsx';
import { FormFailure, SubmitButton } from '../../../ui/form/form-parts.tsx';
import type { useSendForm } from '../../../ui/form/use-send-form.ts';
import { sectionNames } from '../../section/sections.ts';
import type { FieldSpec, FormValues } from './row-kind.ts';

type RowFormProps = {
  form: ReturnType<typeof useSendForm<FormValues, unknown>>;
  fields: readonly FieldSpec[];
  /** Whether something else is shown in its place meanwhile. */
  hidden?: boolean;
  name: string;
  sending: string;
  onCancel: () => void;
};

/** The fields of an article or a pitch, and the buttons to save them or not. */
export function RowForm({ form, fields, hidden = false, name, sending, onCancel }: RowFormProps) {
  return (
    <form className="form row-form" hidden={hidden} {...form.formProps}>
      {fields.map((spec) => (
        <SpecField key={spec.name} spec={spec} {...form.field(spec.name)} />
      ))}
      <FormFailure text={form.failure} />
      <div className="form-actions">
        <SubmitButton form={form} name={name} sending={sending} />
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type SpecFieldProps = UseFormRegisterReturn & { spec: FieldSpec; fault?: string | undefined };

const anyNumber = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const sectionOptions = sections.map((section) => ({ value: section, name: sectionNames[section] }));

/** The field that a spec describes. */
function SpecField({ spec, ...input }: SpecFieldProps) {
  const label = spec.optional ? `${spec.label} (optional)` : spec.label;
  switch (spec.kind) {
    case 'line':
      return <Field label={label} autoComplete="off" {...input} />;
    case 'text':
      return <TextField label={label} rows={4} {...input} />;
    case 'essay':
      return <TextField label={label} className="essay-field" hint={spec.hint} rows={14} {...input} />;
    case 'number':
      return <NumberField label={label} {...input} bounds={spec.bounds ?? anyNumber} />;
    case 'section':
      return <SelectField label={label} choices={sectionOptions} {...input} />;
    case 'toggle':
      return <ToggleField label={label} hint={spec.hint ?? ''} {...input} />;
    default:
      return spec.kind satisfies never;
  }
}

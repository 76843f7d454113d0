import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx';
import type { useSendForm } from '../../../ui/form/use-send-form.ts';
import type { FieldSpec, FormValues } from './row-kind.ts';
import { SpecField } from './SpecField.tsx';

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

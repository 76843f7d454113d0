import { atom, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, NumberField, SelectField, TextField, ToggleField } from '../../ui/form/fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import type { useSendForm } from '../../ui/form/use-send-form.ts';
import { sectionOptions } from './list-parts.tsx';
import type { FieldSpec, FormValues } from './piece-kinds.ts';

/** How many forms of the panel hold unsaved changes. */
export const unsavedAtom = atom(0);

/** Counts a form while it has changes; leaving the page meanwhile asks first. */
export function useUnsaved(changed: boolean): void {
  const count = useSetAtom(unsavedAtom);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    count((number) => number + 1);
    return () => {
      removeEventListener('beforeunload', ask);
      count((number) => number - 1);
    };
  }, [changed, count]);
}

/** A part of the panel with a form in it; takes the focus when it opens. */
export function PanelForm({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel-form" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

type PieceFormProps = {
  form: ReturnType<typeof useSendForm<FormValues, unknown>>;
  fields: readonly FieldSpec[];
  /** Whether something else is shown in its place meanwhile. */
  hidden?: boolean;
  name: string;
  sending: string;
  onCancel: () => void;
};

/** The fields of an article or a pitch, and the buttons to save them or not. */
export function PieceForm({ form, fields, hidden = false, name, sending, onCancel }: PieceFormProps) {
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

type SpecFieldProps = UseFormRegisterReturn & { spec: FieldSpec; error?: string | undefined };

const anyNumber = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** The input that a spec describes. */
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
      return <ToggleField label={label} hint={spec.hint} {...input} />;
    default:
      return spec.kind satisfies never;
  }
}

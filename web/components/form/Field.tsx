import '../../styles/form.css';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

export type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** What is wrong with it, shown under it. */
  fault?: string | undefined;
  hint?: string;
  ref?: Ref<HTMLInputElement>;
  /** Stands at the end of the input. */
  beside?: ReactNode;
};

/** A labelled input. A fault turns the label red and is tied to the input. */
export function Field({ label, fault, hint, beside, ...input }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className="field" data-fault={fault ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {beside}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      ) : null}
      {fault ? (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

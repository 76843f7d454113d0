import '../../styles/form.css';
import { type ReactNode, useId } from 'react';

export type FieldWords = {
  label: string;
  /** What is wrong with it, shown under it. */
  fault?: string | undefined;
  hint?: string | undefined;
};
type FieldAids = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};
type FieldFrameProps = FieldWords & {
  children: (aids: FieldAids) => ReactNode;
  /** Stands right under the box. */
  below?: ReactNode;
};

/** Label, box, hint and fault of a field. A fault turns the label red and is tied to what is in the box. */
export function FieldFrame({ label, fault, hint, below, children }: FieldFrameProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className="field" data-fault={fault ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        {children({
          id,
          'aria-invalid': fault ? true : undefined,
          'aria-describedby': described || undefined,
        })}
      </div>
      {below}
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

import type { Ref, SelectHTMLAttributes } from 'react';
import { FieldFrame, type FieldWords } from './FieldFrame.tsx';

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> &
  FieldWords & {
    ref?: Ref<HTMLSelectElement>;
    choices: readonly { readonly value: string; readonly name: string }[];
    /** Stands there until something is chosen. */
    unchosen?: string;
  };

/** One of a few, from a list that opens. */
export function SelectField({ label, fault, hint, choices, unchosen, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} fault={fault} hint={hint}>
      {(aids) => (
        <select {...aids} {...select}>
          {unchosen ? <option value="">{unchosen}</option> : null}
          {choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

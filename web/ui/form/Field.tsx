import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { FieldFrame, type FieldWords } from './FieldFrame.tsx';

export type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  FieldWords & {
    ref?: Ref<HTMLInputElement>;
    /** Stands at the end of the input. */
    beside?: ReactNode;
  };

/** A labelled input. */
export function Field({ label, fault, hint, beside, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} fault={fault} hint={hint}>
      {(aids) => (
        <>
          <input {...aids} {...input} />
          {beside}
        </>
      )}
    </FieldFrame>
  );
}

import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { FieldFrame, type FieldWords } from './FieldFrame.tsx';

type TextFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> &
  FieldWords & { ref?: Ref<HTMLTextAreaElement>; below?: ReactNode };

/** A text of several lines; grows with it where the browser can. */
export function TextField({ label, fault, hint, below, ...area }: TextFieldProps) {
  return (
    <FieldFrame label={label} fault={fault} hint={hint} below={below}>
      {(aids) => <textarea {...aids} {...area} />}
    </FieldFrame>
  );
}

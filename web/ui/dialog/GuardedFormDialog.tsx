import { useSetAtom } from 'jotai';
import type { ComponentProps } from 'react';
import { FormDialog } from './FormDialog.tsx';
import { leaveQuestionAtom, useUnsaved } from './unsaved.ts';

type GuardedFormDialogProps = ComponentProps<typeof FormDialog> & {
  /** Name of the form among those with unsaved changes. */
  guarded: string;
  form: { readonly changed: boolean };
};

/** A modal form that asks for confirmation before it, or the page, is closed with input in it. */
export function GuardedFormDialog({ guarded, ...props }: GuardedFormDialogProps) {
  const ask = useSetAtom(leaveQuestionAtom);
  const isTyped = props.form.changed;
  useUnsaved(guarded, isTyped, false);
  const close = () => props.onOpenChange(false);
  return (
    <FormDialog
      {...props}
      onOpenChange={() => {
        if (!isTyped) return close();
        ask({ about: 'discard', opener: document.activeElement as HTMLElement, proceed: close });
      }}
    />
  );
}

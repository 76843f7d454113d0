import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { FormFailure, SubmitButton, type SubmitButtonProps } from '../form/form-parts.tsx';
import { focusOn, type OpenProps } from './use-loaded.ts';

type FormDialogProps = OpenProps &
  SubmitButtonProps & { title: string; text: ReactNode; children: ReactNode };

/**
 * A modal form. Traps the focus while open and returns it to the opener. `DialogButton` mounts it anew for each opening,
 * so that nothing typed or refused before is in it.
 */
export function FormDialog(props: FormDialogProps) {
  const { open, onOpenChange, opener, title, text, children, ...button } = props;
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-shade" />
        <Dialog.Content className="dialog" onCloseAutoFocus={focusOn(opener)}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <Dialog.Description asChild>
            <div className="dialog-text">{text}</div>
          </Dialog.Description>
          <form className="form" {...button.form.formProps}>
            <FormFailure text={button.form.failure} />
            {children}
            <div className="dialog-actions">
              <Dialog.Close className="button">Cancel</Dialog.Close>
              <SubmitButton {...button} />
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

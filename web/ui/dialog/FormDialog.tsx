import { Dialog } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { FormFailure, SubmitButton, type SubmitButtonProps } from '../form/form-parts.tsx';
import { focusOn, type OpenProps } from './use-lazy-component.ts';

type FormDialogProps = OpenProps &
  SubmitButtonProps & { title: string; text: ReactNode; children: ReactNode };

/**
 * A modal form. Traps the focus while open and returns it to the opener. Ctrl or Cmd with Enter or S submits it from
 * any field. `DialogButton` mounts it again for each opening, so that no earlier input or error remains.
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
          <form className="form" {...button.form.formProps} onKeyDown={submitByKey}>
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

function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  const isSend = event.key === 'Enter' || event.key.toLowerCase() === 's';
  if (!isSend || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}

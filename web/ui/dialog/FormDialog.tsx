import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { allowInlineStyles, focusOn, type OpenProps } from './use-loaded.ts';

type FormDialogProps = OpenProps & { title: string; text: ReactNode; children: ReactNode };

allowInlineStyles();

/** A modal form. Traps the focus while open and returns it to the opener. */
export function FormDialog({ title, text, opener, children, ...root }: FormDialogProps) {
  return (
    <Dialog.Root {...root}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-shade" />
        <Dialog.Content className="dialog" onCloseAutoFocus={focusOn(opener)}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <Dialog.Description asChild>
            <div className="dialog-text">{text}</div>
          </Dialog.Description>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The foot of a dialog: the way out, and what it is for. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions">
      <Dialog.Close className="button">Cancel</Dialog.Close>
      {children}
    </div>
  );
}

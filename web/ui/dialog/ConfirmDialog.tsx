import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import type { OpenProps } from './use-loaded.ts';
import { allowInlineStyles } from './use-loaded.ts';

type ConfirmDialogProps = OpenProps & {
  title: string;
  text: ReactNode;
  /** The button that does it. */
  action: string;
  className?: string;
  onConfirm: () => void;
  children?: ReactNode;
};

/** Asks for confirmation. The focus starts on Cancel, is trapped inside, and returns to the opener. */
export function ConfirmDialog({
  title,
  text,
  action,
  className = 'button-solid',
  onConfirm,
  open,
  onOpenChange,
  opener,
  children,
}: ConfirmDialogProps) {
  allowInlineStyles();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="dialog-shade" />
        <AlertDialog.Content
          className={children ? 'dialog dialog-wide' : 'dialog'}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="dialog-text">{text}</div>
          </AlertDialog.Description>
          {children}
          <div className="dialog-actions">
            <AlertDialog.Cancel className="button">Cancel</AlertDialog.Cancel>
            <AlertDialog.Action className={`button ${className}`} onClick={onConfirm}>
              {action}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

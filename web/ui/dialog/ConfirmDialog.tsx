import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { focusOn, type OpenProps } from './use-lazy-component.ts';

type ConfirmDialogProps = OpenProps & {
  title: string;
  text: ReactNode;
  action: string;
  cancel?: string;
  className?: string;
  /** Disables the confirming buttons. */
  disabled?: boolean;
  onConfirm: () => void;
  /** A second option, before the main one. */
  other?: { action: string; onConfirm: () => void };
  children?: ReactNode;
};

/** Asks for confirmation. The focus starts on Cancel, is trapped inside, and returns to the opener. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    action,
    cancel = 'Cancel',
    className = 'button-solid',
    disabled,
    onConfirm,
    other,
    opener,
    children,
    ...root
  } = props;
  return (
    <AlertDialog.Root {...root}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="dialog-shade" />
        <AlertDialog.Content
          className={children ? 'dialog dialog-wide' : 'dialog'}
          onCloseAutoFocus={focusOn(opener)}
        >
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="dialog-text">{text}</div>
          </AlertDialog.Description>
          {children}
          <div className="dialog-actions">
            <AlertDialog.Cancel className="button">{cancel}</AlertDialog.Cancel>
            {other ? (
              <AlertDialog.Action className="button" onClick={other.onConfirm}>
                {other.action}
              </AlertDialog.Action>
            ) : null}
            <AlertDialog.Action className={`button ${className}`} disabled={disabled} onClick={onConfirm}>
              {action}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

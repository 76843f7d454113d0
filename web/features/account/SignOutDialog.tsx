import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-loaded.ts';

export type SignOutDialogProps = OpenProps & { signOut: (isDraftKept: boolean) => void };

/** Asks what becomes of an unsent pitch or edit: others may use this browser. */
export function SignOutDialog({ signOut, ...props }: SignOutDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title="Keep your draft?"
      text={
        <p>
          You have text here that is not sent yet. If you keep it, it waits in this browser until you sign in
          again. On a computer that others use, discard it.
        </p>
      }
      other={{ action: 'Discard and sign out', onConfirm: () => signOut(false) }}
      action="Keep and sign out"
      onConfirm={() => signOut(true)}
    />
  );
}

import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';

export type SignOutDialogProps = OpenProps & {
  /** Whether the account has a copy of all of it. */
  isSaved: boolean;
  signOut: (isDraftKept: boolean) => void;
};

const texts = {
  saved: {
    text: 'You have text here that has not been sent yet. It is saved to your account, so you will find it when you sign in again, here or elsewhere. On a shared computer, remove it from this browser.',
    other: 'Remove and sign out',
  },
  kept: {
    text: 'You have text here that has not been sent yet. If you keep it, it stays in this browser until you sign in again. On a shared computer, discard it.',
    other: 'Discard and sign out',
  },
} as const;

/** Asks what to do with an unsent pitch or edit: others may use this browser. */
export function SignOutDialog({ isSaved, signOut, ...props }: SignOutDialogProps) {
  const { text, other } = texts[isSaved ? 'saved' : 'kept'];
  return (
    <ConfirmDialog
      {...props}
      title="Keep your draft?"
      text={<p>{text}</p>}
      other={{ action: other, onConfirm: () => signOut(false) }}
      action="Keep and sign out"
      onConfirm={() => signOut(true)}
    />
  );
}

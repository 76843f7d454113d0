import { useSetAtom } from 'jotai';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { persistentDialogAtom } from '../../ui/dialog/PersistentDialog.tsx';

/**
 * Returns a function that shows recovery codes. They can't be shown again, so the dialog survives changes of the page.
 */
export function useShowCodes(): (codes: readonly string[]) => void {
  const show = useSetAtom(persistentDialogAtom);
  return (codes) => show(<RecoveryCodesDialog codes={codes} close={() => show(null)} />);
}

/** Can be closed only with its button. */
function RecoveryCodesDialog({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const [copied, setCopied] = useState('');
  async function copy() {
    const text = codes.join('\n');
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isDone ? 'Copied.' : 'They could not be copied: write them down or print them.');
  }
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-shade" />
        <Dialog.Content className="dialog recovery-dialog" onCloseAutoFocus={focusOnContent}>
          <Dialog.Title className="dialog-title">Your recovery codes</Dialog.Title>
          <Dialog.Description asChild>
            <div className="dialog-text">
              <p>
                If you lose your passkey, sign in with your password and then one of these. Each works once.
                Keep them where nobody else looks: we can’t show them again.
              </p>
            </div>
          </Dialog.Description>
          <ol className="recovery-codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <p role="status" className="recovery-copied">
            {copied}
          </p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={() => void copy()}>
              Copy
            </button>
            <button type="button" className="button" onClick={() => print()}>
              Print
            </button>
            <button type="button" className="button button-solid" onClick={close}>
              I have saved them
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The element that opened the dialog may be gone. */
function focusOnContent(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus({ preventScroll: true });
}

import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { ToggleField } from '../../ui/form/fields.tsx';

/** Whether single keys are shortcuts: somebody who speaks to the computer has to be able to turn them off. */
export const shortcutsAtom = atomWithStorage<'on' | 'off'>('journal-shortcuts', 'on');

const shortcuts = [
  ['J', 'Read the next submission'],
  ['K', 'Read the previous submission'],
  ['T', 'Take it: look after the submission'],
  ['C', 'Request changes'],
  ['A', 'Accept, or choose the issue'],
  ['D', 'Decline'],
  ['S', 'Schedule, or change the plan'],
  ['M', 'Comment on the words that are selected, or on the paragraph'],
  ['P', 'Publish as article'],
  ['?', 'Show this help'],
  ['Ctrl S or ⌘ S', 'Save the open form'],
] as const;

/** A button, and the key "?", that show what the keys of the panel do. */
export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useAtom(shortcutsAtom);
  useEffect(() => {
    if (state === 'off') return;
    const press = ({ key, target }: KeyboardEvent) => {
      if (key === '?' && !(target as Element).closest('input, textarea, select')) setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [state]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="text-link panel-help">Keyboard shortcuts</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-shade" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">Keyboard shortcuts</Dialog.Title>
          <dl className="shortcuts">
            {shortcuts.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <div className="form">
            <ToggleField
              label="Single keys"
              hint="J, K, T, C, A, D, S, M, P and ? do something wherever the focus is"
              checked={state === 'on'}
              onChange={({ currentTarget }) => setState(currentTarget.checked ? 'on' : 'off')}
            />
          </div>
          <div className="dialog-actions">
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

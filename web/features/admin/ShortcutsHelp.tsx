import type { Capability } from '@journal/contracts';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { ToggleField } from '../../ui/form/fields.tsx';

/** Whether single keys are shortcuts: users of speech input must be able to turn them off. */
export const shortcutsAtom = atomWithStorage<'on' | 'off'>('journal-shortcuts', 'on');

/** Actions of the keys, each with its required capability. */
const shortcuts = [
  ['J', 'Read the next submission', 'read-pitches'],
  ['K', 'Read the previous submission', 'read-pitches'],
  ['T', 'Take it: look after the submission', 'decide-pitches'],
  ['C', 'Request changes', 'review-pitches'],
  ['A', 'Accept, or choose the issue', 'decide-pitches'],
  ['D', 'Decline', 'decide-pitches'],
  ['S', 'Schedule, or change the plan', 'decide-pitches'],
  ['M', 'Comment on the selected words, or on the paragraph in focus', 'review-pitches'],
  ['P', 'Publish as article', 'decide-pitches'],
  ['?', 'Show this help', 'read-pitches'],
  ['Ctrl S or ⌘ S', 'Save or send the open form', 'decide-pitches'],
] as const satisfies readonly (readonly [key: string, what: string, needs: Capability])[];

/** Returns the keys that work for a user with these roles, with their actions. */
export const shortcutsFor = (user: Parameters<typeof isAbleTo>[0]) =>
  shortcuts.filter(([, , needs]) => isAbleTo(user, needs));

const singleKeys = (keys: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(keys.filter((key) => key.length === 1));

/** A button, and the "?" key, that show the panel's shortcuts. */
export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useAtom(shortcutsAtom);
  const offered = shortcutsFor(useSession());
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
            {offered.map(([key, what]) => (
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
              hint={`${singleKeys(offered.map(([key]) => key))} do something wherever the focus is`}
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

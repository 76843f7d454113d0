import type { AccountSettings as Settings } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apiClient, failureMessage, queryOf } from '../../data/api.ts';
import { ToggleField } from '../../ui/form/fields.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';

const settings = queryOf('GET /api/me/settings');

/** Account settings: whether the user's articles link to their other articles, and which mails they receive. */
export function AccountSettings() {
  return (
    <ReadBoundary query={settings} loading={null} failed={() => null}>
      {({ showsOtherPieces, fewerMails }) => (
        <>
          <section className="profile-data" aria-labelledby="other-pieces-title">
            <h2 id="other-pieces-title">Your articles</h2>
            <Setting
              name="showsOtherPieces"
              stored={showsOtherPieces}
              label="Show my other pieces at the end of each of my articles"
              hint="readers can then see which pieces are by the same person. You can turn it off again at any time."
              toasts={[
                'Your other pieces are no longer shown.',
                'Your articles now lead to your other pieces.',
              ]}
            />
          </section>
          <section className="profile-data" aria-labelledby="mails-title">
            <h2 id="mails-title">Emails</h2>
            <Setting
              name="fewerMails"
              stored={fewerMails}
              label="Send me fewer emails about pitches"
              hint="only when we need something from you, and when there is a decision. The page of each pitch shows every step."
              toasts={['You now get an email at each step.', 'You now get fewer emails.']}
            />
          </section>
        </>
      )}
    </ReadBoundary>
  );
}

type SettingProps = {
  name: keyof Settings;
  stored: boolean;
  label: string;
  hint: string;
  /** Message once the setting is off, and once it is on. */
  toasts: readonly [off: string, on: string];
};

function Setting({ name, stored, label, hint, toasts }: SettingProps) {
  const client = useQueryClient();
  /** The last choice that was not refused. */
  const [chosen, setChosen] = useState<boolean>();
  /** The same while a request is in flight: a choice made meanwhile is sent after it. */
  const wanted = useRef<boolean>(undefined);
  async function choose(choice: boolean) {
    setChosen(choice);
    const isSending = wanted.current !== undefined;
    wanted.current = choice;
    if (isSending) return;
    let saved = chosen;
    try {
      for (
        let next: boolean | undefined = choice;
        next !== undefined && next !== saved;
        next = wanted.current
      ) {
        await apiClient.request('PUT /api/me/settings', { body: { [name]: next } });
        saved = next;
      }
      showToast({ title: toasts[saved ? 1 : 0] });
    } catch (error) {
      const text = failureMessage(error, 'Please try again.');
      showToast({ title: 'Your choice could not be saved.', text, variant: 'destructive' });
      setChosen(saved);
    }
    wanted.current = undefined;
    await client.invalidateQueries({ queryKey: [settings.path] });
  }
  return (
    <ToggleField
      label={label}
      hint={hint}
      checked={chosen ?? stored}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
}

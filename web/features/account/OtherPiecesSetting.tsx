import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apiClient, failureMessage, queryOf } from '../../data/api.ts';
import { ToggleField } from '../../ui/form/fields.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';

const settings = queryOf('GET /api/me/settings');

/** Whether one's articles lead to one's others. */
export function OtherPiecesSetting() {
  return (
    <ReadBoundary query={settings} loading={null} failed={() => null}>
      {({ showsOtherPieces }) => (
        <section className="profile-data" aria-labelledby="other-pieces-title">
          <h2 id="other-pieces-title">Your articles</h2>
          <Toggle isShown={showsOtherPieces} />
        </section>
      )}
    </ReadBoundary>
  );
}

function Toggle({ isShown }: { isShown: boolean }) {
  const client = useQueryClient();
  /** What was chosen last, and not refused. */
  const [chosen, setChosen] = useState<boolean>();
  /** The same while a choice is on its way: what is chosen meanwhile is sent after it. */
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
        await apiClient.request('PUT /api/me/settings', { body: { showsOtherPieces: next } });
        saved = next;
      }
      const title = saved
        ? 'Your articles now lead to your other pieces.'
        : 'Your other pieces are no longer shown.';
      showToast({ title });
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
      label="Show my other pieces at the end of each of my articles"
      hint="readers can then see which pieces are by the same person. You can turn it off again at any time."
      checked={chosen ?? isShown}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
}

import type { Submission } from '@journal/contracts';
import { useState } from 'react';
import { JournalDay } from '../time/JournalTime.tsx';
import { noteAgreement } from './pitch-steps.ts';
import { showFailure, useRefetch } from './use-change.ts';

/** Shows whether the people named in a pitch have agreed to it, and lets users who may decide pitches record that. */
export function AgreementCheckbox({ pitch, isEditable }: { pitch: Submission; isEditable: boolean }) {
  const { agreedAt } = pitch;
  const [wanted, setWanted] = useState<boolean>();
  const refetch = useRefetch();
  async function note(isAgreed: boolean) {
    // Not disabled while saving: that would lose the focus.
    if (wanted !== undefined) return;
    setWanted(isAgreed);
    try {
      await noteAgreement(pitch, isAgreed);
    } catch (error) {
      showFailure('It could not be noted. Please try again.', error);
    }
    await refetch();
    setWanted(undefined);
  }
  const since = agreedAt === null ? null : <JournalDay at={agreedAt} />;
  if (!isEditable)
    return (
      <>
        <strong>People named:</strong>{' '}
        {since ? <>They have agreed, noted on {since}</> : 'Not known whether they agreed'}
      </>
    );
  return (
    <label className="checklist-tick">
      <input
        type="checkbox"
        checked={wanted ?? agreedAt !== null}
        onChange={(event) => void note(event.currentTarget.checked)}
      />
      <span>
        <strong>The people named have agreed.</strong>{' '}
        {since ? <>Noted on {since}</> : 'Tick it even if nobody is named. Changing the text unticks it.'}
      </span>
    </label>
  );
}

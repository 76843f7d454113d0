import '../../styles/form.css';
import '../../styles/pitch.css';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../data/use-session.ts';
import { NeedsScripts } from '../../ui/form/NeedsScripts.tsx';
import { DraftNotice } from './draft/DraftNotice.tsx';
import { useKeptForm, usePitchDraft } from './draft/use-pitch-draft.ts';
import { PitchFields } from './PitchFields.tsx';
import { SignInNotice } from './SignInNotice.tsx';
import { usePitchForm } from './use-pitch-form.ts';

/** The form by which a writer pitches an essay. Visitors can write in it as well, and sign in to send it. */
export function PitchForm() {
  const user = useSession();
  const [sent, setSent] = useState(false);
  const draft = usePitchDraft();
  const form = usePitchForm({
    draftId: draft.keeper.id,
    onSent: () => {
      draft.keeper.sent();
      form.typed.reset();
      setSent(true);
    },
  });
  useKeptForm(form, draft);
  const signedOut = user === null;
  return (
    <form className="form pitch" {...form.formProps}>
      <NeedsScripts />
      {signedOut ? <SignInNotice backTo="/contact" /> : null}
      <PitchFields form={form} />
      <div className="pitch-send">
        <button
          type="submit"
          className="button button-solid"
          disabled={!form.ready || !user}
          aria-disabled={form.sending || undefined}
        >
          {signedOut ? 'Login Required' : form.sending ? 'Submitting...' : 'Submit Your Pitch'}
        </button>
        {sent && draft.state === 'none' ? <Sent /> : null}
        <DraftNotice draft={draft} />
      </div>
    </form>
  );
}

function Sent() {
  const text = useRef<HTMLParagraphElement>(null);
  // The emptied form is shorter by the essay: without this, the page would stand at its foot.
  useEffect(() => {
    // Gives a promise in newer browsers, which an effect must not hand on.
    text.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p className="pitch-sent" ref={text}>
      Your pitch is with the editors. <a href="/profile#pitches">See on your profile what becomes of it</a>
    </p>
  );
}

import '../../styles/form.css';
import '../../styles/pitch.css';
import { defaultByline, type Pitch, type SubmissionFields, submissionFields } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey } from '../../data/attempt-key.ts';
import { draftKey } from '../../data/forget-draft.ts';
import { useSession } from '../../data/use-api.ts';
import { newPitchDraft, ownPitches } from '../../data/writer.api.ts';
import { cleanValues } from '../../ui/form/described-fields.tsx';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { signInHref } from '../account/account-links.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { ConsentNotice } from '../consent/ConsentNotice.tsx';
import { OtherDraft } from '../draft/OtherDraft.tsx';
import { useAccountDraft } from '../draft/use-account-draft.ts';
import { BylineFields } from './BylineFields.tsx';
import {
  type BylineTexts,
  bylineErrors,
  bylineIn,
  bylineTextsIn,
  isFullByline,
  keepByline,
  textsOfByline,
} from './byline-texts.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { createDraftKeeper, type DraftView } from './draft-keeper.ts';
import { PitchFields } from './PitchFields.tsx';
import { emptyPitch, initialPitch, type PitchTexts, type SetAside, textsIn } from './pitch-draft.ts';
import { SessionEnded } from './SessionEnded.tsx';
import { useTyped } from './use-typed.ts';

const loadRules = async () => (await import('./pitch-rules.ts')).newPitchRules;

const usual = textsOfByline(defaultByline);

/** The form in which a writer pitches an essay. Visitors can use it, too, and sign in to send it. */
export function PitchForm() {
  const user = useSession();
  const client = useQueryClient();
  const [isSent, setSent] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const endSession = useSessionEnd();
  const [draft, setDraft] = useState<DraftView>({ state: 'none', others: [] });
  const [keeper] = useState(() => createDraftKeeper(setDraft, initialPitch(user)));
  const form = useSendForm<PitchTexts & BylineTexts, unknown, Pitch>({
    schema: loadRules,
    initial: { ...initialPitch(user), ...usual },
    optional: ['school', 'penName'],
    clean: ({ bylineName, penName, showAge, showSchool, ...texts }) => {
      const byline = bylineIn({ bylineName, penName, showAge, showSchool });
      const fields = cleanValues(submissionFields, texts) as SubmissionFields;
      return isFullByline(byline) ? fields : { ...fields, byline };
    },
    alsoCheck: ({ byline }) => (byline ? bylineErrors(byline as never) : []),
    // Repeated requests with the same key and fields count once.
    send: async (body) =>
      apiClient.request('POST /api/submissions', {
        body,
        idempotencyKey: attemptKey(keeper.id(), body),
        headers: await account.header(),
      }),
    failure: 'Please check your information and try again.',
    fieldErrorsFail: true,
    onRefused(error) {
      setExpired(error.status === 401);
      return endSession(error);
    },
    onFailure(text, { isUnanswered }) {
      const draft = keeper.isKept() ? 'Your draft is kept in this browser.' : 'Your text stays in this form.';
      const said = isUnanswered ? `${text} ${draft}` : text;
      showToast({ title: 'Submission failed', text: said, variant: 'destructive' });
    },
    onSent: () => {
      showToast({
        title: 'Submission received!',
        text: "Thank you for your pitch. We'll review it and get back to you soon.",
      });
      void client.invalidateQueries({ queryKey: [ownPitches.path] });
      account.sent();
      keeper.sent();
      form.typed.reset({ ...initialPitch(user), ...usual });
      setSent(true);
    },
  });
  const { ready, typed, sending } = form;
  const textOwner = useRef<string | null>(undefined);
  useEffect(() => {
    // Input from before hydration.
    keeper.changed(typed.get());
    return typed.follow(keeper.changed);
  }, [typed, keeper]);
  useEffect(() => {
    if (!ready || user === undefined) return;
    return keeper.start(user, (texts) => typed.put({ ...typed.get(), ...texts }));
  }, [ready, user, typed, keeper]);
  useEffect(() => {
    if (!ready || user === undefined) return;
    // If the session ends in this page, the text in the form still belongs to its writer, and so does the byline.
    const before = textOwner.current;
    const userId = keeper.owner();
    textOwner.current = userId;
    return keepByline(
      { userId, before },
      { ...typed, put: (texts) => typed.put({ ...typed.get(), ...texts }) },
    );
  }, [ready, user, typed, keeper]);
  const writer = {
    fullName: useTyped(typed, 'fullName', user?.fullName ?? ''),
    age: useTyped(typed, 'age', ''),
    school: useTyped(typed, 'school', ''),
  };
  const discardedByline = useRef(usual);
  // Only after the browser's own copy is in the form.
  const account = useAccountDraft('new-pitch', {
    isReady: ready,
    read() {
      const values = keeper.typed();
      const byline = bylineIn(typed.get());
      return values && { values: { ...values, ...(isFullByline(byline) ? {} : textsOfByline(byline)) } };
    },
    take(other, isChosen) {
      const texts = other && textsIn({ ...emptyPitch, ...other.values });
      discardedByline.current = bylineTextsIn(typed.get());
      if (!texts) keeper.discard();
      else if (isChosen) keeper.swap(texts, bylineTextsIn(typed.get()));
      else keeper.take(texts);
      typed.put({ ...typed.get(), ...(other ? bylineTextsIn(other.values) : usual) });
    },
  });
  /** The byline belongs to the text: the next one, perhaps of somebody else, begins with the usual one. */
  function discard() {
    discardedByline.current = bylineTextsIn(typed.get());
    keeper.discard();
    typed.put({ ...typed.get(), ...usual });
  }
  function undoDiscard() {
    keeper.undoDiscard();
    typed.put({ ...typed.get(), ...discardedByline.current });
  }
  function swap(other: SetAside) {
    keeper.swap(other, bylineTextsIn(typed.get()));
    typed.put({ ...typed.get(), ...bylineTextsIn(other) });
  }
  const { changed } = account;
  useEffect(() => typed.follow(changed), [typed, changed]);
  return (
    <form
      className="form pitch"
      data-draft={draftKey}
      data-account-draft={user ? newPitchDraft.path : undefined}
      {...form.formProps}
    >
      <NeedsScripts />
      {user === null ? <SignInNotice backTo="/contact" /> : null}
      <PitchFields
        form={form}
        fullName={user?.fullName}
        byline={
          <>
            <ConsentNotice age={writer.age} isSignedIn={Boolean(user)} />
            <BylineFields form={form} typed={typed} writer={writer} />
          </>
        }
      />
      <div className="pitch-send">
        <button
          type="submit"
          className="button button-solid"
          {...(user ? form.needsScripts : { disabled: true })}
          aria-disabled={sending || undefined}
        >
          {user === null ? 'Login Required' : sending ? 'Submitting...' : 'Submit Your Pitch'}
        </button>
        {isExpired && user === null ? <SessionEnded backTo="/contact" /> : null}
        {isSent && draft.state === 'none' ? <Sent /> : null}
        <OtherDraft {...account} />
        <DraftNotice
          {...draft}
          account={account.view?.state}
          discard={discard}
          undoDiscard={undoDiscard}
          swap={swap}
        />
      </div>
    </form>
  );
}

function Sent() {
  const text = useRef<HTMLParagraphElement>(null);
  // The emptied form is much shorter: without this, the page would be scrolled to its end.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    text.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p className="pitch-sent" ref={text}>
      Your pitch is with the editors. <a href="/profile#pitches">Follow it on your profile</a>
    </p>
  );
}

/** Shown to visitors above a form that requires an account; their input is kept. */
function SignInNotice({ backTo }: { backTo: string }) {
  return (
    <div className="sign-in-notice">
      <p>You must be logged in to submit an essay.</p>
      <p className="sign-in-notice-links">
        <a className="button" href={signInHref('/login', backTo)}>
          Log in
        </a>
        <a className="button" href={signInHref('/signup', backTo)}>
          Create an account
        </a>
      </p>
    </div>
  );
}

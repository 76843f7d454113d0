import '../../styles/form.css';
import '../../styles/pitch.css';
import { ageBounds, type SubmissionFields, submissionFields } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { apiClient, queryOf } from '../../data/api.ts';
import { attemptKey } from '../../data/attempt-key.ts';
import { draftKey } from '../../data/forget-draft.ts';
import { useSession } from '../../data/use-api.ts';
import { cleanValues } from '../../ui/form/described-fields.tsx';
import { Field, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { signInHref } from '../account/account-links.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { createDraftKeeper, type DraftView } from './draft-keeper.ts';
import { emptyPitch, type PitchTexts } from './pitch-draft.ts';
import { WordCount } from './WordCount.tsx';

const loadRules = async () => (await import('./pitch-rules.ts')).pitchRules;

/** The form by which a writer pitches an essay. Visitors can write in it as well, and sign in to send it. */
export function PitchForm() {
  const user = useSession();
  const userId = user === null ? null : user?.id;
  const client = useQueryClient();
  const [isSent, setSent] = useState(false);
  const [draft, setDraft] = useState<DraftView>({ state: 'none', others: [] });
  const [keeper] = useState(() => createDraftKeeper(setDraft));
  const form = useSendForm({
    schema: loadRules,
    initial: emptyPitch,
    clean: (texts) => cleanValues(submissionFields, texts) as SubmissionFields,
    // Repeated with the same key and fields it counts once.
    send: (body) =>
      apiClient.request('POST /api/submissions', { body, idempotencyKey: attemptKey(keeper.id(), body) }),
    failure: 'Please check your information and try again.',
    fieldErrorsFail: true,
    onRefused: useSessionEnd(),
    onFailure: (text) => showToast({ title: 'Submission failed', text, variant: 'destructive' }),
    onSent: () => {
      showToast({
        title: 'Submission received!',
        text: "Thank you for your pitch. We'll review it and get back to you soon.",
      });
      void client.invalidateQueries({ queryKey: [queryOf('GET /api/submissions/mine').path] });
      keeper.sent();
      form.typed.reset();
      setSent(true);
    },
  });
  const { ready, typed, sending } = form;
  useEffect(() => {
    // What was typed before the form was hydrated.
    keeper.changed(typed.get());
    return typed.follow(keeper.changed);
  }, [typed, keeper]);
  useEffect(() => {
    if (!ready || userId === undefined) return;
    return keeper.start(userId, typed.put);
  }, [ready, userId, typed, keeper]);
  return (
    <form className="form pitch" data-draft={draftKey} {...form.formProps}>
      <NeedsScripts />
      {userId === null ? <SignInNotice backTo="/contact" /> : null}
      <PitchFields form={form} />
      <div className="pitch-send">
        <button
          type="submit"
          className="button button-solid"
          {...(user ? form.needsScripts : { disabled: true })}
          aria-disabled={sending || undefined}
        >
          {userId === null ? 'Login Required' : sending ? 'Submitting...' : 'Submit Your Pitch'}
        </button>
        {isSent && draft.state === 'none' ? <Sent /> : null}
        <DraftNotice {...draft} keeper={keeper} />
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

const sectionChoices = [
  { value: 'clash', name: 'The Clash (Debate)' },
  { value: 'view', name: 'The View (Essay)' },
  { value: 'culture', name: 'The Culture (Review/Analysis)' },
] as const;

type PitchFormProps = { form: ReturnType<typeof useSendForm<PitchTexts, unknown, SubmissionFields>> };

/** The fields of a pitch. Disabled where no scripts run, so that nothing is typed that no draft saves. */
function PitchFields({ form }: PitchFormProps) {
  const { field, sending } = form;
  const texts = (name: Parameters<typeof field>[0]) => ({
    label: submissionFields[name].label,
    readOnly: sending,
    ...field(name),
  });
  return (
    <fieldset className="pitch-fields" {...form.needsScripts}>
      <legend className="sr-only">Your pitch</legend>
      <div className="pitch-person">
        <Field autoComplete="name" {...texts('fullName')} />
        <NumberField bounds={ageBounds} defaultValue={emptyPitch.age} {...texts('age')} />
      </div>
      <Field autoComplete="organization" {...texts('school')} label="School/University (optional)" />
      <SelectField
        label={submissionFields.section.label}
        choices={sectionChoices}
        unchosen="Choose a section"
        {...field('section')}
      />
      <Field autoComplete="off" {...texts('articleTitle')} />
      <TextField
        rows={3}
        placeholder="What is it about? Two or three sentences."
        {...texts('articleSummary')}
      />
      <TextField
        rows={14}
        placeholder="Write your essay here: 800-1200 words."
        below={<EssayCount typed={form.typed} />}
        {...texts('fullEssay')}
      />
    </fieldset>
  );
}

function EssayCount({ typed }: Pick<PitchFormProps['form'], 'typed'>) {
  const essay = useSyncExternalStore(
    typed.follow,
    () => typed.get().fullEssay,
    () => '',
  );
  return <WordCount essay={essay} />;
}

/** What visitors see in front of a form that takes an account; what they type meanwhile is kept. */
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

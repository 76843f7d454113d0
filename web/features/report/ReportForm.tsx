import '../../styles/form.css';
import '../../styles/report.css';
import {
  type ConcernReport,
  concernReported,
  isEmail,
  maxNoteLength,
  maxReplyToLength,
  normaliseEmail,
  outcomeParameter,
  tooManyRequests,
  waitParameter,
} from '@journal/contracts';
import { type FormEvent, useState } from 'react';
import { useHydrated } from 'vike-react/useHydrated';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient } from '../../data/api.ts';
import { UnsavedGuard } from '../../ui/dialog/UnsavedGuard.tsx';
import { useUnsaved } from '../../ui/dialog/unsaved.ts';
import { Field, TextField } from '../../ui/form/fields.tsx';
import { Notice } from '../../ui/layout/PageHero.tsx';
import { useSubmission } from '../newsletter/SubscribeBox.tsx';

const path = '/api/concerns';
const thanks = 'Thank you';
const tooLong = `Please write what it is about, in at most ${maxNoteLength.toLocaleString('en-GB')} characters`;

type Query = Readonly<Record<string, string>>;

/**
 * The form in which anybody reports a concern. Without scripts it is a plain form that returns to this page. Nothing of
 * it is stored in the browser, so it asks for confirmation before it is left with input in it.
 */
export function ReportForm({ query }: { query: Query }) {
  const [isTyped, setTyped] = useState(false);
  const { submission, send } = useSubmission(async (body: ConcernReport) => {
    const answer = await apiClient.request(`POST ${path}`, { body });
    setTyped(false);
    return answer;
  });
  useUnsaved('report', isTyped, false);
  const [wrong, setWrong] = useState<{ text?: string; replyTo?: string }>({});
  // A link to this page, as in the footer, shows the form again.
  const visit = usePageContext();
  const [sentOn, setSentOn] = useState<typeof visit>();
  const isHydrated = useHydrated();
  const { article, [outcomeParameter]: outcome } = query;
  const isSending = submission.status === 'sending';
  const failure = submission.status === 'refused' ? submission.message : failureOf(query);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = (name: string) => `${form.get(name) ?? ''}`.trim();
    const text = typed('text').replaceAll(/\r\n?/g, '\n');
    const replyTo = normaliseEmail(typed('replyTo'));
    const found = wrongIn(text, replyTo);
    setWrong(found);
    const [first] = Object.keys(found);
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setSentOn(visit);
    await send({ text, ...(replyTo ? { replyTo } : {}), ...(article ? { article } : {}) });
  }

  if ((submission.status === 'done' && sentOn === visit) || outcome === 'done')
    return (
      <div ref={focus} tabIndex={-1}>
        <Notice
          title={thanks}
          text={concernReported}
          {...(article ? { link: { href: `/article/${article}`, name: 'Back to the article' } } : {})}
        />
      </div>
    );
  return (
    <div className="page report">
      <h1>Report a concern</h1>
      <p className="page-lead">
        Is something here wrong about you, or does something worry you? Tell us in your own words. You need no
        account. Only the people who look after safety here read it, not all editors.
      </p>
      <p>If you are in danger now, talk to an adult you trust, or call the emergency number.</p>
      <form
        className="form"
        action={path}
        method="post"
        // Without scripts there are only the browser's own messages.
        noValidate={isHydrated}
        onChange={({ currentTarget }) => setTyped(`${new FormData(currentTarget).get('text')}`.trim() !== '')}
        onSubmit={(event) => void submit(event)}
      >
        {article ? <input type="hidden" name="article" value={article} /> : null}
        <TextField
          label="What it is about"
          name="text"
          rows={7}
          required
          // With scripts, a longer pasted text is reported instead of cut.
          maxLength={isHydrated ? undefined : maxNoteLength}
          hint={
            article
              ? 'We know which article you came from.'
              : 'Please say which article or page it is about, if it is about one.'
          }
          error={wrong.text}
          // Typed while the form is being sent, it would be lost with the form.
          readOnly={isSending}
        />
        <Field
          label="Your email address"
          name="replyTo"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={isHydrated ? undefined : maxReplyToLength}
          hint="Only if you want an answer. You can leave it out."
          error={wrong.replyTo}
          readOnly={isSending}
        />
        {failure ? (
          <p className="form-notice" role="alert">
            {failure}
          </p>
        ) : null}
        <button type="submit" className="button button-solid" aria-disabled={isSending || undefined}>
          {isSending ? 'Sending...' : 'Send'}
        </button>
        <p className="legal-links">
          What you write is kept for a year and then erased: <a href="/privacy">Privacy</a>.
        </p>
      </form>
      <UnsavedGuard />
    </div>
  );
}

/** Returns the messages for the fields that the server would refuse. */
function wrongIn(text: string, replyTo: string): { text?: string; replyTo?: string } {
  if (text === '') return { text: 'Please write what it is about' };
  // As the server counts, by characters.
  if ([...text].length > maxNoteLength) return { text: tooLong };
  return replyTo && !isEmail(replyTo) ? { replyTo: 'Invalid email address' } : {};
}

/** Focuses the text that replaces the form, so that it is read out and in view. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Returns why a form sent without scripts was refused, or undefined if it wasn't. */
function failureOf(query: Query): string | undefined {
  switch (query[outcomeParameter]) {
    case undefined:
      return undefined;
    case 'too-many-requests':
      return tooManyRequests(Number(query[waitParameter]));
    case 'invalid-request':
      return `${tooLong}.`;
    default:
      return 'It could not be sent. Please try again.';
  }
}

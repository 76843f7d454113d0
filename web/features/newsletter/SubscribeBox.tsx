import {
  type ApiAnswer,
  asApiError,
  isEmail,
  type Message,
  normaliseEmail,
  type Subscription,
  sections,
} from '@journal/contracts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useHydrated } from 'vike-react/useHydrated';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient, failureMessage } from '../../data/api.ts';
import { sectionNames } from '../section/section-marks.ts';

const path = '/api/newsletter/subscriptions';

/**
 * The newsletter's subscription form. Without scripts it is a plain form that leads to a page. On a section's page the
 * user can subscribe to that section alone.
 */
export function SubscribeBox() {
  const id = useId();
  const { urlPathname } = usePageContext();
  const section = sections.find((each) => urlPathname === `/${each}`);
  const input = useRef<HTMLInputElement>(null);
  const { submission, send, refuse } = useSubmission((body: Subscription) =>
    apiClient.request(`POST ${path}`, { body }),
  );
  const sending = submission.status === 'sending';
  const error = submission.status === 'refused' ? submission.message : undefined;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || !input.current) return;
    const email = normaliseEmail(input.current.value);
    const isOnly = new FormData(event.currentTarget).has('section');
    if (isEmail(email)) await send({ email, ...(section && isOnly ? { section } : {}) });
    else {
      refuse('Invalid email address');
      input.current.focus();
    }
  }

  return (
    <form
      id="subscribe"
      className="subscribe"
      action={path}
      method="post"
      // Without scripts there are only the browser's own messages.
      noValidate={useHydrated()}
      onSubmit={(event) => void submit(event)}
      data-error={error ? '' : undefined}
    >
      <label htmlFor={id}>Get new issues by email</label>
      <div className="subscribe-line">
        <input
          ref={input}
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@example.org"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {section ? (
          <label key={section} className="subscribe-choice">
            <input type="checkbox" name="section" value={section} />
            <span>Only issues with something from {sectionNames[section]}</span>
          </label>
        ) : null}
        <button type="submit" className="button" aria-disabled={sending || undefined}>
          {sending ? 'Sending...' : 'Subscribe'}
        </button>
      </div>
      {error ? (
        <p id={`${id}-error`} className="subscribe-error" role="alert">
          {error}
        </p>
      ) : null}
      <p className="subscribe-done" role="status">
        {submission.status === 'done' ? submission.message : ''}
      </p>
      <p className="legal-links">
        We keep your address until you unsubscribe: <a href="/privacy">Privacy</a>.
      </p>
    </form>
  );
}

export type Submission =
  | { readonly status: 'waiting' | 'sending' }
  | { readonly status: 'done'; readonly message: string }
  /** `code` is undefined if no response gave a reason. */
  | { readonly status: 'refused'; readonly message: string; readonly code?: string | undefined };

/** Returns a function that sends a form by `request`, one at a time, and the state of the submission. */
export function useSubmission<Body>(request: (body: Body) => Promise<ApiAnswer<Message>>) {
  const [submission, setSubmission] = useState<Submission>({ status: 'waiting' });

  async function send(body: Body): Promise<void> {
    if (submission.status === 'sending') return;
    setSubmission({ status: 'sending' });
    try {
      const { data } = await request(body);
      setSubmission({ status: 'done', message: data.message });
    } catch (error) {
      const failed = asApiError(error);
      const { problem } = failed;
      const message =
        problem?.errors?.[0]?.message ?? failureMessage(failed, 'Something went wrong. Please try again.');
      setSubmission({ status: 'refused', message, code: problem?.code });
    }
  }

  const refuse = (message: string) => setSubmission({ status: 'refused', message });
  return { submission, send, refuse };
}

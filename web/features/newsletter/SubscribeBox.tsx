import { isEmail, normaliseEmail, type Subscription } from '@journal/contracts';
import { type FormEvent, useId, useRef } from 'react';
import { useHydrated } from 'vike-react/useHydrated';
import { call } from '../../data/api.ts';
import { useSubmission } from './use-submission.ts';

const path = '/api/newsletter/subscriptions';

/** The subscription form of the newsletter. Without scripts it is a plain form that leads to a page. */
export function SubscribeBox() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { submission, send, refuse } = useSubmission((body: Subscription) => call(`POST ${path}`, { body }));
  const sending = submission.status === 'sending';
  const fault = submission.status === 'refused' ? submission.message : undefined;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!input.current) return;
    const email = normaliseEmail(input.current.value);
    if (isEmail(email)) await send({ email });
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
      // Without scripts the browser's own words are all there are.
      noValidate={useHydrated()}
      onSubmit={(event) => void submit(event)}
      data-fault={fault ? '' : undefined}
    >
      <label htmlFor={id}>Get new issues by mail</label>
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
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
        />
        <button type="submit" className="button" aria-disabled={sending || undefined}>
          {sending ? 'Sending...' : 'Subscribe'}
        </button>
      </div>
      {fault ? (
        <p id={`${id}-fault`} className="subscribe-fault" role="alert">
          {fault}
        </p>
      ) : null}
      <p className="subscribe-done" role="status">
        {submission.status === 'done' ? submission.message : ''}
      </p>
    </form>
  );
}

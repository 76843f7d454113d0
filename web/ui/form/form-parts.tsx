import type { SendForm } from './use-send-form.ts';

export type SubmitButtonProps = { form: SendForm; name: string; sending: string; className?: string };

/** Keeps the focus while the form is being sent, and ignores further presses. */
export function SubmitButton({ form, name, sending, className = 'button-solid' }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={`button ${className}`}
      {...form.needsScripts}
      aria-disabled={form.sending || undefined}
    >
      {form.sending ? sending : name}
    </button>
  );
}

/** Reason why a form could not be sent, read out when it appears. */
export function FormFailure({ text }: { text: string | undefined }) {
  return text ? (
    <p className="form-failure" role="alert">
      {text}
    </p>
  ) : null;
}

/** For browsers without scripts, where a form could do nothing. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="form-failure">This form needs JavaScript. Reading the journal does not.</p>
    </noscript>
  );
}

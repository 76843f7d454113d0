import type { SendForm } from './use-send-form.ts';

export type SubmitButtonProps = { form: SendForm; name: string; sending: string; className?: string };

/** Keeps the focus while it sends, and can't be pressed twice. */
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

/** Why a form could not be sent; read out as it appears. */
export function FormFailure({ text }: { text: string | undefined }) {
  return text ? (
    <p className="form-failure" role="alert">
      {text}
    </p>
  ) : null;
}

/** For browsers without scripts, in whose hands a form could do nothing. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="form-failure">This form needs JavaScript. Reading the journal does not.</p>
    </noscript>
  );
}

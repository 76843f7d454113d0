import type { SendForm } from './use-send-form.ts';

type SubmitButtonProps = { form: SendForm; name: string; sending: string; className?: string };

/** Keeps the focus while it sends, and can't be pressed twice. */
export function SubmitButton({ form, name, sending, className = 'button-solid' }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={`button ${className}`}
      disabled={!form.ready}
      aria-disabled={form.sending || undefined}
    >
      {form.sending ? sending : name}
    </button>
  );
}

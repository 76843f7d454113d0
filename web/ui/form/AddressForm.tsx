import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { withQuery } from '../../data/api.ts';
import { goTo } from '../link/offline-navigation.ts';

type AddressFormProps = {
  action: string;
  /** Values of the fields in the URL, by field name. */
  given: Readonly<Record<string, string>>;
  className: string;
  children: ReactNode;
};

/**
 * A form whose values are in the URL; without scripts the browser submits it. It follows changes of the URL, such as
 * the back button, and keeps the focus.
 */
export function AddressForm({ action, given, className, children }: AddressFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<string>(undefined);
  const values = valuesOf(given);
  useEffect(() => {
    // The result of this form's own submission must not undo what was typed since.
    const isSent = sent.current === values;
    sent.current = undefined;
    if (isSent) return;
    const shown: Readonly<Record<string, string>> = Object.fromEntries(JSON.parse(values));
    for (const element of form.current?.elements ?? [])
      if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
        element.value = shown[element.name] ?? '';
  }, [values]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled: Record<string, string> = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    sent.current = valuesOf(filled);
    goTo(withQuery(action, filled), { keepScrollPosition: true });
  };
  return (
    <form ref={form} className={className} action={action} onSubmit={submit}>
      {children}
    </form>
  );
}

/** Returns the non-empty values as a text that is the same for equal values. */
const valuesOf = (values: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== '')
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );

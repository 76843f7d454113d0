import type { FieldError } from '@journal/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { TObject } from 'typebox';
import { useHydrated } from 'vike-react/useHydrated';
import { asApiError } from '../../data/api.ts';

const loadCheck = () => import('./check-fields.ts');

type SendFormOptions<Values extends FieldValues, Answer> = {
  schema: TObject;
  initial: DefaultValues<Values>;
  /** The values as they are checked and sent. */
  clean?: (values: Values) => Values;
  /** What the schema can't say. */
  alsoCheck?: (values: Values) => FieldError[];
  send: (values: Values) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  /** Where the server has no words for it. */
  failure: string;
  onFailure?: (message: string) => void;
};

/**
 * A form that is checked here by the schema of the API, sent once at a time, and told in its place what was wrong: faults
 * of a field under the field, which gets the focus, all else in `failure`. What was typed stays until it has arrived.
 */
export function useSendForm<Values extends FieldValues, Answer>(options: SendFormOptions<Values, Answer>) {
  const { clean = (values: Values) => values, alsoCheck = () => [] } = options;
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);
  const hydrated = useHydrated();
  const form = useForm<Values>({
    defaultValues: options.initial,
    resolver: async (typed) => {
      const { checkFields } = await loadCheck();
      const values = clean(typed);
      const faults = [...checkFields(options.schema, values), ...alsoCheck(values)];
      if (faults.length === 0) return { values, errors: {} };
      return { values: {}, errors: fieldErrors<Values>(faults) };
    },
  });

  function fail(error: unknown) {
    const { problem } = asApiError(error);
    const faults = (problem?.errors ?? []).filter(({ path }) => path in form.getValues());
    for (const [index, { path, message }] of faults.entries())
      form.setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
    if (faults.length > 0) return;
    const message = problem?.message ?? options.failure;
    if (options.onFailure) options.onFailure(message);
    else setFailure(message);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      await form.handleSubmit(async (values) => {
        setSending(true);
        options.onSent(await options.send(values));
      })();
    } catch (error) {
      fail(error);
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  return {
    failure,
    sending,
    /** Whether scripts run: until then a form can't be sent, or its fields would go elsewhere. */
    ready: hydrated,
    formProps: {
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent) => void submit(event),
      onFocus: () => void loadCheck().catch(() => {}),
    } as const,
    /** What a field needs: its registration and the fault to show under it. */
    field: (name: Path<Values>) => ({
      ...form.register(name),
      fault: form.formState.errors[name]?.message as string | undefined,
    }),
  };
}

export type SendForm = Pick<ReturnType<typeof useSendForm>, 'failure' | 'sending' | 'ready'>;

function fieldErrors<Values extends FieldValues>(faults: readonly FieldError[]): FieldErrors<Values> {
  return Object.fromEntries(
    faults.map(({ path, message }) => [path, { type: 'rule', message }]),
  ) as FieldErrors<Values>;
}

import { type ApiError, asApiError, type FieldError } from '@journal/contracts';
import { type FormEvent, type SyntheticEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form';
import type { TObject } from 'typebox';
import { useHydrated } from 'vike-react/useHydrated';
import { failureMessage } from '../../data/api.ts';
import { prepareToasts } from '../toast/ToastHost.tsx';

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const loadCheck = () => import('./check-fields.ts');

type SendFormOptions<Values extends FieldValues, Answer, Sent extends object> = {
  /** A function loads the schema on demand, so that the page need not include it. */
  schema: TObject | (() => Promise<TObject>);
  initial: Values;
  /** Names of the optional fields. */
  optional?: readonly string[];
  /** Returns the values as they are checked and sent. */
  clean?: (values: Values) => Sent;
  /** Checks that the schema can't express. */
  alsoCheck?: (values: Sent) => FieldError[];
  send: (values: Sent) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  /** Message if the server gives none. */
  failure: string;
  onFailure?: (message: string, error: ApiError) => void;
  /** Handles an error before it is shown; returning true suppresses the message. */
  onRefused?: (error: ApiError) => boolean;
  /** Whether field errors found by the server also count as a failure of the form. */
  fieldErrorsFail?: boolean;
};

/**
 * A form that is validated with the schema of the API and sent once at a time. A field's errors are shown under it, and
 * the first invalid field gets the focus; any other failure is in `failure`. The input stays until it has arrived.
 */
export function useSendForm<Values extends FieldValues, Answer, Sent extends object = Values>(
  options: SendFormOptions<Values, Answer, Sent>,
) {
  const { clean = (values: Values) => values as object as Sent, alsoCheck = () => [] } = options;
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);
  const fields = useRef(new Map<string, TypedField>());
  const hydrated = useHydrated();
  const loadSchema = async () => (typeof options.schema === 'function' ? options.schema() : options.schema);
  /** Returns no errors if the checking code can't be loaded: the server checks again. */
  async function checkBySchema(values: Sent): Promise<FieldError[]> {
    try {
      const [{ checkFields }, schema] = await Promise.all([loadCheck(), loadSchema()]);
      return checkFields(schema, values);
    } catch {
      return [];
    }
  }
  const form = useForm<Values, unknown, Sent>({
    defaultValues: options.initial as DefaultValues<Values>,
    resolver: async (typed) => {
      const values = clean(typed);
      const errors = [
        ...unreadableIn(fields.current),
        ...(await checkBySchema(values)),
        ...alsoCheck(values),
      ];
      if (errors.length === 0) return { values, errors: {} };
      const byName = errors.map(({ path, message }) => [fieldAt(path), { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(byName) as FieldErrors<Values> };
    },
  });

  const [typed] = useState(() => ({
    get: () => form.getValues(),
    put(values: Values) {
      for (const [name, value] of Object.entries(values))
        if (form.getValues(name as Path<Values>) !== value)
          form.setValue(name as Path<Values>, value, { shouldDirty: true });
    },
    /** Resets the form, to other values if given. */
    reset(values?: Values) {
      form.reset(values);
    },
    follow: (listener: (values: Values) => void) =>
      form.subscribe({ formState: { values: true }, callback: ({ values }) => listener(values) }),
  }));

  function fail(cause: unknown) {
    const error = asApiError(cause);
    if (options.onRefused?.(error)) return;
    const { problem } = error;
    const errors = (problem?.errors ?? []).filter(({ path }) => fieldAt(path) in form.getValues());
    for (const [index, { path, message }] of errors.entries())
      form.setError(fieldAt(path) as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
    if (errors.length > 0 && !options.fieldErrorsFail) return;
    const message = failureMessage(error, options.failure);
    if (options.onFailure) options.onFailure(message, error);
    else setFailure(message);
  }

  /** Shows an error that is about none of the fields: otherwise the button would seem to do nothing. */
  function showUnseen(errors: FieldErrors<Values>) {
    if (Object.keys(errors).some((name) => name in form.getValues())) return;
    const [unseen] = Object.values(errors) as { readonly message?: string }[];
    setFailure(unseen?.message);
  }

  async function submit() {
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      await form.handleSubmit(async (values) => {
        setSending(true);
        options.onSent(await options.send(values));
      }, showUnseen)();
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
    /** Whether the page is hydrated. */
    ready: hydrated,
    /**
     * For controls that must not be used without scripts, or the browser would submit the form. Scripts enable them
     * before hydration.
     */
    needsScripts: { disabled: !hydrated, 'data-needs-scripts': '' },
    formProps: {
      method: 'post',
      noValidate: true,
      ...(sending && {
        onClickCapture: keepChoice,
        onMouseDownCapture: keepChoice,
        onKeyDownCapture: keepChoice,
      }),
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
      onFocus: () => {
        prepareToasts();
        void Promise.all([loadCheck(), loadSchema()]).catch(() => {});
      },
    } as const,
    /** Props of a field: its registration, whether it is required, and the error to show under it. */
    field(name: Path<Values>) {
      const { ref, ...registration } = form.register(name);
      return {
        ...registration,
        ref(field: TypedField | null) {
          // Typed before hydration: registering the field would overwrite it with the form's value.
          if (field && !hydrated && isTyped(field))
            form.setValue(name, field.value as PathValue<Values, typeof name>);
          if (field) fields.current.set(name, field);
          const chosen = field && !hydrated ? chosenBeside(field) : undefined;
          ref(field);
          // Registering one of several radio buttons can end the choice of another.
          if (chosen) form.setValue(name, chosen as PathValue<Values, typeof name>);
        },
        // Typed while the form is being sent, it would be lost when the form is closed or reset.
        readOnly: sending,
        // Not `required`, which some screen readers announce as an error before anything is typed.
        'aria-required': options.optional?.includes(name) ? undefined : true,
        error: form.formState.errors[name]?.message as string | undefined,
      };
    },
    typed,
    /** Submits the form, like the button. */
    submit,
    /** Whether there is unsent input. */
    get changed() {
      return form.formState.isDirty;
    },
  };
}

/** Returns the name of the field that an error is about: of one within an object, the last part of its path. */
const fieldAt = (path: string): string => path.split(/[./]/).at(-1) ?? path;

/** Returns the errors of dates and numbers that are typed in part or wrongly: their value is that of an empty field. */
function unreadableIn(fields: ReadonlyMap<string, TypedField>): FieldError[] {
  const unreadable = [...fields].filter(([, field]) => field.isConnected && field.validity.badInput);
  return unreadable.map(([path, { type }]) => ({
    path,
    message: type === 'number' ? 'This is not a number' : 'This date is not complete',
  }));
}

/** Keeps choices as they are while the form is being sent, as `readOnly` does for texts only. Tab still leaves them. */
function keepChoice(event: SyntheticEvent & { readonly key?: string }): void {
  const isChoice = (event.target as Element).matches('select, [type=checkbox], [type=radio]');
  if (!isChoice || event.key === 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whether a field's value differs from its HTML. Always false for checkboxes and radio buttons. */
function isTyped(field: TypedField): boolean {
  if (/^(?:checkbox|radio)$/.test(field.type)) return false;
  return 'defaultValue' in field ? field.value !== field.defaultValue : field.selectedIndex > 0;
}

/** Returns the value of the chosen radio button in the group of this one; undefined for any other field. */
function chosenBeside({ type, form, name }: TypedField): string | undefined {
  if (type !== 'radio') return undefined;
  const group = form?.elements.namedItem(name);
  return group instanceof RadioNodeList ? group.value : undefined;
}

export type SendForm = Pick<
  ReturnType<typeof useSendForm>,
  'failure' | 'sending' | 'needsScripts' | 'formProps'
>;

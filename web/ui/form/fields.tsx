import '../../styles/form.css';
import { accountFields } from '@journal/contracts';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

/** `beside` is shown at the end of the input. */
type FieldProps = ComponentProps<'input'> & FieldTexts & { beside?: ReactNode };

export function Field({ label, error, hint, beside, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(aids) => (
        <>
          <input dir={isProse(input.type) ? 'auto' : undefined} {...aids} {...input} />
          {beside}
        </>
      )}
    </FieldFrame>
  );
}

/** Whether a field's content may be in any language, and so in either direction. */
const isProse = (type = 'text') => type === 'text' || type === 'search';

type FieldTexts = {
  label: string;
  /** Error message, shown under the field. */
  error?: string | undefined;
  hint?: string | undefined;
};
type FieldFrameProps = FieldTexts & {
  children: (aids: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>) => ReactNode;
  below?: ReactNode;
};

/** Label, box, hint and error of a field. An error turns the label red and is linked to the input in the box. */
export function FieldFrame({ label, error, hint, below, children }: FieldFrameProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="field" data-error={error ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        {children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described || undefined,
        })}
      </div>
      {below}
      {hint ? (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** An e-mail address, which is also the user name for signing in. */
export function EmailField(props: Omit<FieldProps, 'label'>) {
  return (
    <Field
      {...props}
      label={accountFields.email.label}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

export type NumberBounds = { readonly minimum: number; readonly maximum: number };

/** An integer input; its arrow keys stay within the bounds. */
export function NumberField({ bounds, ...props }: FieldProps & { bounds: NumberBounds }) {
  return (
    <Field
      {...props}
      type="number"
      inputMode="numeric"
      min={bounds.minimum}
      max={bounds.maximum}
      step={1}
      // Scrolling over the field must scroll the page, not change the number.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}

/** A password input, hidden until its button reveals the text. */
export function PasswordField(props: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      beside={
        <button type="button" className="field-toggle" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only"> {props.label.toLowerCase()}</span>
        </button>
      }
    />
  );
}

type TextFieldProps = ComponentProps<'textarea'> & FieldTexts & { below?: ReactNode };

/** A multi-line text input. Grows with its content if the browser supports that. */
export function TextField({ label, error, hint, below, ...area }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} below={below}>
      {(aids) => <textarea dir="auto" {...aids} {...area} />}
    </FieldFrame>
  );
}

/** The current content of a form's inputs, by name. */
export type TypedTexts = Readonly<Record<string, FormDataEntryValue>>;
export type Choices = readonly {
  readonly value: string;
  readonly name: string;
  /**
   * Returns the choice's picture, which may depend on the rest of the form. Choices with pictures are shown in a
   * gallery.
   */
  picture?(typed: TypedTexts): ReactNode;
}[];
type SelectFieldProps = ComponentProps<'select'> &
  FieldTexts & {
    choices: Choices;
    /** Placeholder until something is chosen. */
    unchosen?: string;
  };

export function SelectField({ label, error, hint, choices, unchosen, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(aids) => (
        <select {...aids} {...select}>
          {unchosen ? <option value="">{unchosen}</option> : null}
          {choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** A switch. `hint` explains what turning it on means, and is part of its name. */
export function ToggleField(props: ComponentProps<'input'> & FieldTexts) {
  const { label, hint, error, 'aria-required': _, ...input } = props;
  const id = useId();
  return (
    <div className="field" data-error={error ? '' : undefined}>
      <label className="toggle">
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked */}
        <input type="checkbox" role="switch" aria-describedby={error ? id : undefined} {...input} />
        <span>
          {label}: <span className="toggle-hint">{hint}</span>
        </span>
      </label>
      {error ? (
        <p id={id} className="field-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type ChoiceFieldProps = ComponentProps<'input'> & {
  legend: string;
  choices: readonly { readonly value: string; readonly name: string; readonly hint: string }[];
  error?: string | undefined;
};

export function ChoiceField(props: ChoiceFieldProps) {
  // Drops `aria-required`: one is always chosen.
  const { legend, choices, error, 'aria-required': _, ...input } = props;
  return (
    <fieldset className="choices" data-error={error ? '' : undefined}>
      <legend>{legend}</legend>
      {choices.map(({ value, name, hint }) => (
        <label key={value} className="choice">
          <input type="radio" value={value} {...input} />
          <span>
            {name}
            <span className="field-hint">{hint}</span>
          </span>
        </label>
      ))}
      {error ? <p className="field-error">{error}</p> : null}
    </fieldset>
  );
}

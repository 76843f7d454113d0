import '../../styles/form.css';
import { accountFields } from '@journal/contracts';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

/** `beside` stands at the end of the input. */
type FieldProps = ComponentProps<'input'> & FieldWords & { beside?: ReactNode };

export function Field({ label, error, hint, beside, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(aids) => (
        <>
          <input {...aids} {...input} />
          {beside}
        </>
      )}
    </FieldFrame>
  );
}

type FieldWords = {
  label: string;
  /** What is wrong with it, shown under it. */
  error?: string | undefined;
  hint?: string | undefined;
};
type FieldFrameProps = FieldWords & {
  children: (aids: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>) => ReactNode;
  below?: ReactNode;
};

/** Label, box, hint and error of a field. An error turns the label red and is tied to what is in the box. */
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

/** An e-mail address, which is also the name by which people sign in. */
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

/** A whole number within bounds, which the keys up and down keep to. */
export function NumberField({ bounds, ...props }: FieldProps & { bounds: NumberBounds }) {
  return (
    <Field
      {...props}
      type="number"
      inputMode="numeric"
      min={bounds.minimum}
      max={bounds.maximum}
      step={1}
      // Who scrolls on past it wants to scroll, not to count.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}

/** A password, hidden until its button shows it. */
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

type TextFieldProps = ComponentProps<'textarea'> & FieldWords & { below?: ReactNode };

/** A text of several lines; grows with it where the browser can. */
export function TextField({ label, error, hint, below, ...area }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} below={below}>
      {(aids) => <textarea {...aids} {...area} />}
    </FieldFrame>
  );
}

/** What stands in a form's inputs, by their names. */
export type TypedTexts = Readonly<Record<string, FormDataEntryValue>>;
export type Choices = readonly {
  readonly value: string;
  readonly name: string;
  /** Returns its picture, which may depend on the rest of the form; choices that have one are shown in a gallery. */
  picture?(typed: TypedTexts): ReactNode;
}[];
type SelectFieldProps = ComponentProps<'select'> &
  FieldWords & {
    choices: Choices;
    /** Stands there until something is chosen. */
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

/** Something that is on or off; `hint` says what it means to have it on, and is part of its name. */
export function ToggleField(props: ComponentProps<'input'> & FieldWords) {
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
  // One is always chosen.
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

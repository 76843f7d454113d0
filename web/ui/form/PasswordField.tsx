import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';

type PasswordFieldProps = FieldProps & { autoComplete: 'current-password' | 'new-password' };

/** A password, hidden until its button shows it. */
export function PasswordField(props: PasswordFieldProps) {
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

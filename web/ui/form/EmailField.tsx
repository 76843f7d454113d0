import { Field, type FieldProps } from './Field.tsx';

/** An e-mail address, which is also the name by which people sign in. */
export function EmailField(props: Omit<FieldProps, 'label'>) {
  return (
    <Field
      {...props}
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

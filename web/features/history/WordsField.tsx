import { Field } from '../../ui/form/fields.tsx';

type WordsFieldProps = { given: string | undefined; error: string | undefined };

/** A search field for words that a change added or removed. */
export const WordsField = ({ given, error }: WordsFieldProps) => (
  <Field
    label="Words added or removed"
    name="words"
    type="search"
    minLength={3}
    maxLength={200}
    defaultValue={given}
    error={error}
  />
);

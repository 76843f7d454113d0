import { type Field as Description, type Fields, isNullable, isOptional } from '@journal/contracts';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type Choices,
  Field,
  type NumberBounds,
  NumberField,
  SelectField,
  TextField,
  ToggleField,
} from './fields.tsx';
import { GalleryField } from './GalleryField.tsx';

export type FormValue = string | number | boolean | null;
/** Values of a form's inputs, by field name. */
export type FormValues = Record<string, FormValue>;

type Registered = UseFormRegisterReturn & { error: string | undefined; 'aria-required': boolean | undefined };
type DescribedFieldsProps = {
  fields: Fields;
  /** Hints by field name; for a toggle, the meaning of turning it on. */
  hints: Readonly<Record<string, string>>;
  /** Choices by field name. */
  choices: Readonly<Record<string, Choices>>;
  register: (name: string) => Registered;
  /** Content below the long text, by the name of its field. */
  below?: ((name: string) => ReactNode) | undefined;
};

/** The inputs for the described fields, in their order. */
export function DescribedFields({ fields, hints, choices, register, below }: DescribedFieldsProps) {
  return Object.entries(fields).map(([name, field]) => (
    <DescribedField
      key={name}
      field={field}
      hint={hints[name]}
      choices={choices[name] ?? []}
      below={below}
      {...register(name)}
    />
  ));
}

type DescribedFieldProps = Registered &
  Pick<DescribedFieldsProps, 'below'> & { field: Description; hint: string | undefined; choices: Choices };

function DescribedField({ field, hint, choices, below, ...input }: DescribedFieldProps) {
  const { value } = field;
  const label = isOptional(field) ? `${field.label} (optional)` : field.label;
  const kind = inputKindOf(field);
  switch (kind) {
    case 'line':
      return <Field label={label} hint={hint} autoComplete="off" {...input} />;
    case 'day':
      return <Field type="date" label={label} hint={hint} {...input} />;
    case 'text':
      return <TextField label={label} hint={hint} rows={4} {...input} />;
    case 'essay':
      return (
        <TextField
          label={label}
          hint={hint}
          className="essay-field"
          rows={14}
          below={below?.(input.name)}
          {...input}
        />
      );
    case 'number':
      return <NumberField label={label} hint={hint} bounds={value as NumberBounds} {...input} />;
    case 'choice':
      return choices.some(({ picture }) => picture) ? (
        <GalleryField label={label} hint={hint} choices={choices} {...input} />
      ) : (
        <SelectField label={label} hint={hint} choices={choices} {...input} />
      );
    case 'toggle':
      return <ToggleField label={label} hint={hint} {...input} />;
    default:
      return kind satisfies never;
  }
}

/** Returns the names of the optional fields. */
export const optionalNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isOptional(field) ? [name] : []));

/** Texts with a higher maximum length get a multi-line input. */
const maxLineLength = 200;

function inputKindOf({ value, isBulk }: Description) {
  switch (value.kind) {
    case 'text':
      if (value.format === 'date') return 'day';
      return isBulk ? 'essay' : value.maxLength > maxLineLength ? 'text' : 'line';
    case 'integer':
      return 'number';
    case 'choice':
      return value.of[0] === 0 ? 'toggle' : 'choice';
    default:
      return value satisfies never;
  }
}

/** Returns the input values for a piece, with numbers as text and null as an empty text. */
export function formValuesOf(fields: Fields, piece: Readonly<Record<string, unknown>>): FormValues {
  return mapFields(fields, (field, name) => {
    const value = piece[name] ?? '';
    return inputKindOf(field) === 'toggle' ? value === 1 : String(value);
  });
}

/**
 * Returns the values in the form in which they are checked, compared and sent: trimmed, numbers as numbers, line breaks
 * normalised. An empty number is null, or NaN if the field is required, because zero would be valid.
 */
export function cleanValues(fields: Fields, values: FormValues): FormValues {
  return mapFields(fields, (field, name) => {
    const value = values[name] ?? '';
    const kind = inputKindOf(field);
    if (kind === 'toggle') return value ? 1 : 0;
    const text = String(value).trim();
    if (kind === 'number' && text === '') return isNullable(field) ? null : Number.NaN;
    if (kind === 'number') return Number(text);
    return text.replaceAll(/\r\n?/g, '\n');
  });
}

function mapFields(fields: Fields, map: (field: Description, name: string) => FormValue): FormValues {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]));
}

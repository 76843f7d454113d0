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
/** The values of a form's inputs, by the names of their fields. */
export type FormValues = Record<string, FormValue>;

type Registered = UseFormRegisterReturn & { error: string | undefined; 'aria-required': boolean | undefined };
type DescribedFieldsProps = {
  fields: Fields;
  /** What to know of a field, by its name; of a toggle: what it means to have it on. */
  hints: Readonly<Record<string, string>>;
  /** What can be chosen, by the name of the field. */
  choices: Readonly<Record<string, Choices>>;
  register: (name: string) => Registered;
  /** What stands below the long text, by the name of its field. */
  below?: ((name: string) => ReactNode) | undefined;
};

/** The inputs that the descriptions of fields ask for, in their order. */
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

/** Returns the names of the fields that may stay empty. */
export const optionalNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isOptional(field) ? [name] : []));

/** Texts that may be longer than this get an input of several lines. */
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

/** Returns the values of the inputs for a piece, numbers as the text that inputs hold; null is an empty text. */
export function formValuesOf(fields: Fields, piece: Readonly<Record<string, unknown>>): FormValues {
  return mapFields(fields, (field, name) => {
    const value = piece[name] ?? '';
    return inputKindOf(field) === 'toggle' ? value === 1 : String(value);
  });
}

/**
 * Returns the values as they are checked, compared and sent: trimmed, numbers as numbers, line breaks normalised. Where
 * no number is typed it is null, or NaN where one has to be, for zero would be one.
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

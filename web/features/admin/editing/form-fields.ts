import { type Field, type Fields, fieldNames } from '@journal/contracts';
import type { FieldSpec, FormValues } from './row-kind.ts';

/** What a form shows otherwise than the description of the field says. */
type FormWords = Readonly<Record<string, Partial<Pick<FieldSpec, 'label' | 'hint'>>>>;

/** The longest text that a single line takes, in characters. */
const maxLineLength = 200;

/** Returns the inputs for fields, in their order. */
export function formFieldsOf(fields: Fields, words: FormWords = {}): readonly FieldSpec[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    label: field.label,
    ...inputOf(field),
    ...words[name],
  }));
}

/** Returns what the inputs hold for a piece: nothing is an empty text, and a toggle is on or off. */
export function formValuesOf(fields: Fields, piece: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    fieldNames(fields).map((name) => {
      const value = piece[name] ?? '';
      return [name, isToggle(fields[name] as Field) ? value === 1 : (value as string | number)];
    }),
  );
}

function inputOf(field: Field): Pick<FieldSpec, 'kind' | 'optional' | 'bounds'> {
  const { value } = field;
  switch (value.kind) {
    case 'text': {
      const kind = field.isBulk ? 'essay' : value.maxLength > maxLineLength ? 'text' : 'line';
      return { kind, ...(value.isOptional ? { optional: true } : {}) };
    }
    case 'integer':
      return { kind: 'number', bounds: value };
    case 'choice':
      return { kind: isToggle(field) ? 'toggle' : 'section' };
    default:
      return value satisfies never;
  }
}

const isToggle = ({ value }: Field) => value.kind === 'choice' && value.of[0] === 0;

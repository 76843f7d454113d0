import { articleFields, type Field, type HistoryVersionText, submissionFields } from '@journal/contracts';
import { sectionNames } from '../section/sections.ts';

type Value = HistoryVersionText['fields'][string];

const fields: Readonly<Record<string, Field>> = { ...articleFields, ...submissionFields };

/** What a field of an article or a pitch is called. */
export const fieldLabel = (field: string): string => fields[field]?.label ?? field;

const order = Object.keys(fields);
const placeOf = (field: string): number => (field in fields ? order.indexOf(field) : order.length);

/** The same within a sentence, and in the order of the form: `title, excerpt`. */
export const fieldList = (fields: readonly string[]): string =>
  [...fields]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((field) => fieldLabel(field).toLowerCase())
    .join(', ');

/** Fields whose paragraphs are read as such. */
export const isLongText = (field: string): boolean => fields[field]?.isBulk === true;

/** A field's value as a person says it; null where it is erased or was never filled in. */
export function valueWords(field: string, value: Value): string | null {
  if (value === null || value === '') return null;
  if (field === 'featured') return String(value) === '1' ? 'Yes' : 'No';
  if (field === 'section') return sectionNames[value as keyof typeof sectionNames] ?? String(value);
  return String(value);
}

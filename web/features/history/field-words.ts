import type { HistoryVersionText } from '@journal/contracts';
import { sectionNames } from '../section/section-names.ts';

type Value = HistoryVersionText['fields'][string];

const labels: Readonly<Record<string, string>> = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  section: 'Section',
  authorName: 'Author name',
  authorAge: 'Author age',
  authorSchool: 'Author school',
  readTime: 'Read time in minutes',
  featured: 'Featured',
  fullName: 'Full name',
  age: 'Age',
  school: 'School',
  articleTitle: 'Article title',
  articleSummary: 'Article summary',
  fullEssay: 'Full essay',
};

/** What a field of an article or a pitch is called. */
export const fieldLabel = (field: string): string => labels[field] ?? field;

const order = Object.keys(labels);
const placeOf = (field: string): number => (field in labels ? order.indexOf(field) : order.length);

/** The same within a sentence, and in the order of the form: `title, excerpt`. */
export const fieldList = (fields: readonly string[]): string =>
  [...fields]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((field) => fieldLabel(field).toLowerCase())
    .join(', ');

/** Fields whose paragraphs are read as such. */
export const isLongText = (field: string): boolean => field === 'content' || field === 'fullEssay';

/** A field's value as a person says it; null where it is erased or was never filled in. */
export function valueWords(field: string, value: Value): string | null {
  if (value === null || value === '') return null;
  if (field === 'featured') return String(value) === '1' ? 'Yes' : 'No';
  if (field === 'section') return sectionNames[value as keyof typeof sectionNames] ?? String(value);
  return String(value);
}

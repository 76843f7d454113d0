import { parse } from 'yaml';
import { bylineOf, type ForeignPiece } from './piece.ts';
import { type PlainText, textOfMarkdown } from './plain-text.ts';

/**
 * Returns the piece in a Markdown file with front matter, or the reason if there is none. Known fields: `title`,
 * `date`, `author`, `age`, `school`, `section`, `categories`, `tags`, `excerpt`, `featured`, `cover`, `draft`,
 * `published`, `status` and `id`. `name` identifies the file among those that are imported together; `path` also has the
 * folders above them.
 */
export function markdownPiece(name: string, file: string, path = name): ForeignPiece | string {
  const [, front = '', body = file] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(file) ?? [];
  let fields: Record<string, unknown>;
  try {
    fields = Object(parse(front));
  } catch (error) {
    return `${name}: its front matter is not YAML (${(error as Error).message.split('\n')[0]})`;
  }
  const words = (field: string) => {
    const value = fields[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
  };
  const every = (field: string): unknown[] => [fields[field] ?? []].flat();
  const all = (field: string) => every(field).map(String);
  const [, heading, rest] = /^\s*# (.+)\n([\s\S]*)$/.exec(body) ?? [];
  const isTitled = words('title') === undefined && heading !== undefined;
  let read: PlainText;
  try {
    read = textOfMarkdown(isTitled ? (rest ?? '') : body);
  } catch {
    return `${name}: its text is nested too deeply`;
  }
  // Jekyll has the day of a post in the name of its file.
  const [, day = ''] = /(?:^|\/)(\d{4}-\d{2}-\d{2})-[^/]+$/.exec(name) ?? [];
  const date = words('date') || day;
  const time = certainDate.test(date) && isDay(date) ? Date.parse(date) : Number.NaN;
  if (date !== '' && Number.isNaN(time))
    return `${name}: its date (${date}) cannot be read: write it as YYYY-MM-DD`;
  const age = Number(fields['age'] ?? Number.NaN);
  return {
    name,
    key: `markdown ${words('id') ?? name}`,
    title: words('title') ?? heading?.trim() ?? '',
    text: read.text,
    excerpt: words('excerpt') ?? words('description') ?? words('summary'),
    topics: ['section', 'categories', 'category', 'tags'].flatMap(all),
    author: bylineOf(
      (every('author').length > 0 ? every('author') : every('authors')).map(nameOf).filter(Boolean),
    ),
    age: Number.isInteger(age) ? age : undefined,
    school: words('school'),
    cover: words('cover'),
    featured: fields['featured'] === true,
    publishedAt: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
    isDraft: isDraft(path, fields),
    lost: read.lost,
  };
}

/**
 * Its year comes first, or its month is a word. Of others, such as 05/02/2024, the order depends on the country, and a
 * piece imported with a wrong date can't be imported again with the right one.
 */
const certainDate = /^\d{4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b.*\b\d{4}\b/i;

/** Whether a date that begins like 2024-02-30 names a day that exists. `Date.parse` would take it for one of March. */
function isDay(date: string): boolean {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(date) ?? [];
  if (day === undefined) return true;
  const time = new Date(`${day}T00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

/** Returns the name of an author, who may have further fields. */
const nameOf = (author: unknown): string => {
  const { name = author } = Object(author) as { name?: unknown };
  return typeof name === 'string' || typeof name === 'number' ? String(name).trim() : '';
};

/** Whether one of the usual site generators would keep a file from readers. */
function isDraft(path: string, fields: Record<string, unknown>): boolean {
  const says = (field: string, ...answers: string[]) =>
    answers.includes(String(fields[field] ?? '').toLowerCase());
  return (
    says('draft', 'true', 'yes') ||
    says('published', 'false', 'no') ||
    says('status', 'draft', 'private', 'pending', 'future', 'scheduled') ||
    /(^|\/)_drafts\//.test(path)
  );
}

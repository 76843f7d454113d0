import { type AuditEntry, eventDescriptions } from '@journal/contracts';
import { wordDifference } from '@journal/contracts/word-difference';
import { articleFields, type Fields, pageFields, submissionFields } from '@journal/events/fields';
import { type Options, stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

/**
 * Positions at which spreadsheet programs may start a formula. They skip leading space, and some accept full-width
 * signs. In locales that separate cells with semicolons, the quotes written here protect neither semicolons nor line
 * breaks.
 */
const formula = /(^|[;\t\r\n])(?=[\s\p{C}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

const options: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  // A cell stays text, whichever program opens it.
  cast: { string: (value) => value.replace(formula, "$1'") },
};

/** Value of one field before and after an entry. */
export type ChangedText = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
};

type Line = {
  readonly entry: AuditEntry;
  readonly version: (revision: number | null) => number | null;
  readonly before: string;
  readonly after: string;
};

const deletedArticle = 'a deleted article';

const fields: Fields = { ...articleFields, ...submissionFields, ...pageFields };
/** A cell of a spreadsheet can contain 32,767 characters. */
const maxCell = 32_000;
/** Number of unchanged characters that are kept on each side of a change. */
const around = 80;

const columns: readonly (readonly [heading: string, value: (line: Line) => Cell])[] = [
  ['Time', ({ entry }) => entry.at],
  ['Event', ({ entry }) => entry.kind],
  ['Person', ({ entry }) => entry.actor.name],
  ['Person ID', ({ entry }) => entry.actor.id],
  ['Role', ({ entry }) => entry.actor.role],
  ['About', ({ entry }) => entry.entity.type],
  ['About ID', ({ entry }) => entry.entity.id],
  ['Title or name', ({ entry }) => entry.title],
  ['Version', ({ entry, version }) => version(entry.revision)],
  ['Fields', ({ entry }) => entry.changed.join(' ')],
  ['Before', ({ before }) => before],
  ['After', ({ after }) => after],
  ['Restored version', ({ entry, version }) => version(entry.restoredRevision)],
  ['Opposite', ({ entry: { opposite } }) => opposite && (opposite.title ?? deletedArticle)],
  ['Opposite ID', ({ entry: { opposite } }) => opposite?.id ?? null],
  ['Request', ({ entry }) => entry.requestId],
  ['Position', ({ entry }) => entry.position],
];

/** Returns rows as CSV (RFC 4180) in which no cell is a formula. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string => stringify([...rows], options);

/** The header line, with the byte order mark by which spreadsheet programs recognise UTF-8. */
export const csvHead = `\ufeff${toCsv([columns.map(([heading]) => heading)])}`;

/** Returns the line of an entry. `changed`: the fields that it changed, before and after. */
export function csvLine(entry: AuditEntry, changed: readonly ChangedText[] = []): string {
  const line: Line = {
    entry,
    // Numbered as in histories. Accounts have no history, and comments on a pitch are in none.
    version: (revision) =>
      'history' in eventDescriptions[entry.kind] && revision !== null ? revision + 1 : null,
    ...beforeAndAfter(changed),
  };
  return toCsv([columns.map(([, value]) => value(line))]);
}

/** Returns the texts before and after, one line per field, without long unchanged stretches. */
function beforeAndAfter(changed: readonly ChangedText[]): Pick<Line, 'before' | 'after'> {
  const sides = { before: [] as string[], after: [] as string[] };
  for (const { field, before, after } of changed) {
    const parts = wordDifference(before ?? '', after ?? '');
    const side = (left: 'added' | 'removed') =>
      `${fields[field]?.label ?? field}: ${parts
        .filter(({ kind }) => kind !== left)
        .map(({ kind, text }) => (kind === 'same' ? shortened(text) : text))
        .join('')}`;
    sides.before.push(side('added'));
    sides.after.push(side('removed'));
  }
  return { before: cellOf(sides.before), after: cellOf(sides.after) };
}

const shortened = (text: string): string =>
  text.length <= 3 * around
    ? text
    : `${text.slice(0, around).toWellFormed()} … ${text.slice(-around).toWellFormed()}`;

function cellOf(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.length <= maxCell ? text : `${text.slice(0, maxCell)}…`;
}

import type { AuditEntry } from '@journal/contracts';
import { type Options, stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

/**
 * Spreadsheet programs take what follows for a formula: they skip space before one, some know full-width signs, and
 * where the country separates with semicolons the quotes of a cell here hold neither those nor the lines together.
 */
const formula = /(^|[;\t\r\n])(?=[\s\p{C}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

const options: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  // A cell is text wherever it is opened.
  cast: { string: (value) => value.replace(formula, "$1'") },
};

const columns: readonly (readonly [heading: string, value: (entry: AuditEntry) => Cell])[] = [
  ['Time', (entry) => entry.at],
  ['Event', (entry) => entry.kind],
  ['Person', (entry) => entry.actor.name],
  ['Person ID', (entry) => entry.actor.id],
  ['Role', (entry) => entry.actor.role],
  ['About', (entry) => entry.entity.type],
  ['About ID', (entry) => entry.entity.id],
  ['Title or name', (entry) => entry.title],
  ['Revision', (entry) => entry.revision],
  ['Fields', (entry) => entry.changed.join(' ')],
  ['Restored revision', (entry) => entry.restoredRevision],
  ['Request', (entry) => entry.requestId],
  ['Position', (entry) => entry.position],
];

/** Returns rows as CSV (RFC 4180) in which no cell is a formula. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string => stringify([...rows], options);

/** The first line, with the mark by which spreadsheet programs know UTF-8. */
export const csvHead = `\ufeff${toCsv([columns.map(([heading]) => heading)])}`;

export const csvLines = (entries: readonly AuditEntry[]): string =>
  toCsv(entries.map((entry) => columns.map(([, value]) => value(entry))));

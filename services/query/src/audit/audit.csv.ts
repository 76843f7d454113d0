import type { AuditEntry } from '@journal/contracts';

/**
 * Where spreadsheet programs take what follows for a formula: they skip space before one, some know full-width signs, and
 * where the country separates with semicolons the quotes of a cell here hold neither those nor the lines together.
 */
const formula = /(^|[;\t\r\n])(?=[\s\p{C}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

/** A cell that is text wherever it is opened: nothing in it is a formula, and nothing in it ends it (RFC 4180). */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replace(formula, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const columns: readonly (readonly [heading: string, value: (entry: AuditEntry) => string | number | null])[] =
  [
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

const line = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** With the mark by which spreadsheet programs know UTF-8. */
export const csvHead = `\ufeff${line(columns.map(([heading]) => heading))}`;

export const csvLine = (entry: AuditEntry): string => line(columns.map(([, value]) => value(entry)));

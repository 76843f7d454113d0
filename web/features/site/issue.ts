import type { FirstIssue } from '../../data/page-definition.ts';

const day = 86_400_000;

/**
 * Returns the issue that is current at a moment: after the first, a new one every second Monday at midnight UTC,
 * counted from the week of the first.
 */
export function issueAt(moment: number, first: FirstIssue): { number: number; date: Date } {
  const began = Date.parse(first.date);
  const daysSinceMonday = (new Date(began).getUTCDay() + 6) % 7;
  const monday = began - daysSinceMonday * day;
  const later = Math.max(0, Math.floor((moment - monday) / (14 * day)));
  return { number: first.number + later, date: new Date(later === 0 ? began : monday + later * 14 * day) };
}

/**
 * Returns the first issue of a journal whose first article was published on `firstDay`. `asked` is FIRST_ISSUE: the
 * issue number on that day, or the date of issue 1 if the journal is older.
 */
export function firstIssueOf(firstDay: string, asked = '1'): FirstIssue {
  return asked.includes('-') ? { number: 1, date: asked } : { number: Number(asked), date: firstDay };
}

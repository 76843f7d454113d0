import type { SubmissionRow } from '@journal/read-models';

/** The row of a pitch that must have been made before. */
export function pitched(row: SubmissionRow | undefined): SubmissionRow {
  if (!row) throw new Error('there never was such a pitch');
  return row;
}

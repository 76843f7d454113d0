import { topics } from '@journal/contracts';
import {
  changedFields,
  type IssueEvent,
  isPitch,
  issueFields,
  type OpenedEvent,
  pickContent,
  previousRevisionOf,
} from '@journal/events';
import {
  articlesIn,
  type IssueRow,
  type IssueVersionRow,
  issueColumns,
  issueVersionColumns,
  placedIn,
} from '@journal/read-models';
import { ProjectionFault } from '../../engine/projection.ts';
import { insertRows, loadRows, replaceRows, type Table } from '../../engine/rows.ts';
import type { StepTransaction } from '../../engine/step.ts';
import { versionHeadOf } from '../version-head.ts';

export type OpenedIssueEvent = OpenedEvent<IssueEvent>;

const issues: Table<IssueRow> = { name: 'issue', columns: issueColumns };
const versions: Table<IssueVersionRow> = { name: 'issue_version', columns: issueVersionColumns };

/** Writes issues and their versions, skipping events that were already applied. Resolves with the changed topics. */
export async function writeIssues(
  transaction: StepTransaction,
  events: readonly OpenedIssueEvent[],
): Promise<readonly string[]> {
  if (events.length === 0) return [];
  const numbers = [...new Set(events.map(({ data }) => data.issueNumber))];
  const before = new Map(
    (await loadRows(transaction, issues, 'number', numbers)).map((row) => [row.number, row]),
  );
  const after = new Map(before);
  const seen = events.some(({ type }) => type === 'IssueWithdrawn')
    ? await readSeenIssues(transaction, numbers)
    : new Set<number>();
  for (const event of events) {
    const { issueNumber } = event.data;
    const row = after.get(issueNumber);
    if (event.type === 'IssuePublished') seen.add(issueNumber);
    if (row === undefined || event.revision > row.revision)
      after.set(issueNumber, rowAfter(row, event, seen.has(issueNumber)));
  }
  const changed = [...after.values()].filter((row) => row !== before.get(row.number));
  replaceRows(transaction, issues, 'number', changed);
  insertRows(transaction, versions, events.map(versionOf), 'on conflict do nothing');
  return changed.flatMap((row) => topicsOf(before.get(row.number), row));
}

/** Resolves with those of the issues that were closed before the step. */
export async function readClosedIssues(
  transaction: StepTransaction,
  numbers: readonly number[],
): Promise<Set<number>> {
  const rows = await loadRows(transaction, issues, 'number', numbers);
  return new Set(rows.flatMap(({ number, status }) => (status === 'closed' ? [number] : [])));
}

/** Resolves with those of the issues that readers had seen before the step. */
async function readSeenIssues(
  transaction: StepTransaction,
  numbers: readonly number[],
): Promise<Set<number>> {
  const found = await transaction.read<{ number: number }>(
    `select distinct number from ${transaction.schema}.${versions.name}
     where number = any ($1::integer[]) and event = 'IssuePublished'`,
    [numbers],
  );
  return new Set(found.map(({ number }) => number));
}

/**
 * Returns an issue after the next event of its stream. Throws `ProjectionFault` if the event can't be next. `wasSeen`:
 * whether readers have ever seen it.
 */
function rowAfter(row: IssueRow | undefined, event: OpenedIssueEvent, wasSeen: boolean): IssueRow {
  const { metadata, revision } = event;
  const follows = previousRevisionOf(event) === (row?.revision ?? -1);
  const isNext = follows && (row === undefined || row.status === 'discarded');
  if (event.type === 'IssueOpened' && isNext) {
    const { issueNumber: number } = event.data;
    const content = pickContent(issueFields, event.data);
    return {
      number,
      revision,
      status: 'draft',
      publishedAt: null,
      publishAt: null,
      pieces: '[]',
      ...content,
    };
  }
  if (event.type === 'IssueOpened' || row === undefined || !follows)
    throw new ProjectionFault(event, new Error('an earlier event of its stream is missing'));
  switch (event.type) {
    case 'IssueEdited':
      return { ...row, revision, ...changedFields(issueFields, row, event.data) };
    case 'IssueArranged':
      return { ...row, revision, pieces: JSON.stringify(event.data.pieces) };
    case 'IssueClosed':
      return { ...row, revision, status: 'closed', publishAt: null };
    case 'IssuePublished': {
      const pieces = event.data.pieces ? JSON.stringify(event.data.pieces) : row.pieces;
      return { ...row, revision, status: 'published', publishedAt: metadata.at, publishAt: null, pieces };
    }
    case 'IssueScheduled':
      return { ...row, revision, publishAt: event.data.publishAt };
    case 'IssueUnscheduled':
      return { ...row, revision, publishAt: null };
    case 'IssueWithdrawn':
      return { ...row, revision, status: wasSeen ? 'withdrawn' : 'draft', publishedAt: null };
    case 'IssueDiscarded':
      return { ...row, revision, status: 'discarded' };
    default:
      return event satisfies never;
  }
}

function versionOf(event: OpenedIssueEvent): IssueVersionRow {
  const { issueNumber, ...brought } = event.data;
  const pieces = 'pieces' in brought ? JSON.stringify(brought.pieces) : undefined;
  return { ...brought, pieces, number: issueNumber, ...versionHeadOf(event) };
}

const isPublished = ({ status }: IssueRow) => status === 'published';

/**
 * Returns the changed topics: for readers, the issue and each of its pieces, which link to each other at their end; for
 * writers, the issue that their pitches wait for.
 */
function topicsOf(before: IssueRow | undefined, after: IssueRow): readonly string[] {
  const rows = [before, after].filter((row) => row !== undefined);
  const shown = rows.filter(isPublished);
  const articles = new Set(shown.flatMap(articlesIn).map(topics.article));
  const isSame = before?.pieces === after.pieces && before.status === after.status;
  const writers = new Set(isSame ? [] : rows.flatMap(writersIn).map(topics.mine));
  return [topics.issues, ...(shown.length > 0 ? [topics.newestIssue] : []), ...articles, ...writers];
}

/** Returns the user IDs of the writers whose pitches wait for an issue. */
const writersIn = (row: IssueRow): readonly string[] =>
  placedIn(row)
    .filter(isPitch)
    .map(({ userId }) => userId);

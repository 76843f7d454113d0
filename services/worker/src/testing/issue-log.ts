import type { Position } from '@journal/event-store';
import {
  issueStream,
  type NewIssueEvent,
  type NewJournalEvent,
  type PlacedArticle,
  type PlacedPiece,
} from '@journal/events';

type Data<Type extends NewIssueEvent['type']> = Extract<NewIssueEvent, { type: Type }>['data'];
const opened = { date: '2027-01-31', title: 'Snow', letter: null, cover: 'auto', colours: 'auto' } as const;

/** Returns functions that append the events of issues; each resolves with the event's position. */
export function createIssueLog(write: (stream: string, event: NewJournalEvent) => Promise<Position>) {
  const writeIssue = <Type extends NewIssueEvent['type']>(type: Type, data: Data<Type>) =>
    write(issueStream(data.issueNumber), { type, data } as NewJournalEvent);
  return {
    open: (issueNumber: number) => writeIssue('IssueOpened', { issueNumber, ...opened }),
    edit: (issueNumber: number, fields: Omit<Data<'IssueEdited'>, 'issueNumber'>) =>
      writeIssue('IssueEdited', { issueNumber, ...fields }),
    arrange: (issueNumber: number, pieces: readonly PlacedPiece[]) =>
      writeIssue('IssueArranged', { issueNumber, pieces: [...pieces] }),
    schedule: (issueNumber: number, publishAt: string) =>
      writeIssue('IssueScheduled', { issueNumber, publishAt }),
    unschedule: (issueNumber: number) => writeIssue('IssueUnscheduled', { issueNumber }),
    close: (issueNumber: number) => writeIssue('IssueClosed', { issueNumber }),
    publish: (issueNumber: number, pieces?: readonly PlacedArticle[]) =>
      writeIssue('IssuePublished', { issueNumber, ...(pieces && { pieces: [...pieces] }) }),
    discard: (issueNumber: number) => writeIssue('IssueDiscarded', { issueNumber }),
    withdraw: (issueNumber: number) => writeIssue('IssueWithdrawn', { issueNumber }),
  };
}

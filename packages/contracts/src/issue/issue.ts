import { issueFields, issueNumberBounds, pickContent } from '@journal/events/fields';
import type { IssueState } from './issue.schema.ts';

/** Returns the number of an issue in a path, in plain digits; undefined where it can be none. */
export function parseIssueNumber(text: string): number | undefined {
  const number = /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : 0;
  return number >= issueNumberBounds.minimum && number <= issueNumberBounds.maximum ? number : undefined;
}

/** Returns an issue as the API shows it after a write. */
export function toIssueState(source: IssueState): IssueState {
  const { number, status, publishedAt, pieces } = source;
  return { number, status, publishedAt, ...pickContent(issueFields, source), pieces };
}

import type { IssueCard } from '@journal/contracts';
import { longDate } from '../../features/article/article-words.ts';
import { issueName } from '../../features/issue/issue-words.ts';

/** Returns what stands on the cover of an issue: its title, and its number and day, each once. */
export function issueTexts(issue: Pick<IssueCard, 'number' | 'title' | 'date'>) {
  const day = longDate(issue.date);
  return { title: issueName(issue), label: issue.title === null ? day : `Issue ${issue.number} · ${day}` };
}

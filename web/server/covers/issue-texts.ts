import type { IssueCard } from '@journal/contracts';
import { longDate } from '../../features/article/article-format.ts';
import { issueName } from '../../features/issue/issue-names.ts';

/** Returns the texts on an issue's cover: its title, number and date, without repeating any of them. */
export function issueTexts(issue: Pick<IssueCard, 'number' | 'title' | 'date'>) {
  const day = longDate(issue.date);
  return { title: issueName(issue), label: issue.title === null ? day : `Issue ${issue.number} · ${day}` };
}

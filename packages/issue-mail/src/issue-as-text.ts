import { bylineOf, type IssueContents } from './issue-contents.ts';
import type { IssueLinks } from './issue-links.ts';

/** Returns the mail as plain text. */
export function issueAsText(contents: IssueContents, journalName: string, links: IssueLinks): string {
  const { name, label, letter, isLetterCut, lead, list, more, excerpts } = contents;
  const pieces = [...(lead ? [lead] : []), ...list].map(({ heading, article }, index) =>
    [
      ...(heading === null ? [] : [`== ${heading} ==`, '']),
      article.title,
      bylineOf(article),
      ...(index === 0 || excerpts ? [article.excerpt] : []),
      links.articleOf(article.id),
    ].join('\n'),
  );
  return `${[
    `${journalName}\n${label}`,
    ...(name === label.split(' · ')[0] ? [] : [name]),
    `Read it in the browser: ${links.issue}`,
    ...letter,
    ...(isLetterCut ? [`Read on: ${links.issue}`] : []),
    ...pieces,
    ...(more > 0 ? [`${more} more in the issue: ${links.issue}`] : []),
    `Write for us: ${links.pitch}`,
    `-- \n${footer(journalName)}\nUnsubscribe: ${links.unsubscribe}`,
  ].join('\n\n')}\n`;
}

/** Returns the reason why the reader receives the mail. */
export const footer = (journalName: string) =>
  `You get this because you subscribed to new issues of ${journalName}.`;

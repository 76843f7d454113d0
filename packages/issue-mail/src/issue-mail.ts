import { paragraphs } from '@journal/contracts';
import { issueAsHtml } from './issue-as-html.ts';
import { issueAsText } from './issue-as-text.ts';
import { contentsOf, extents, type MailedIssue } from './issue-contents.ts';

export type { MailedArticle, MailedIssue } from './issue-contents.ts';
export type IssueMail = { readonly subject: string; readonly html: string; readonly text: string };

/** The journal that sends the mail and that its links lead to. */
export type MailingJournal = {
  readonly name: string;
  /** The origin at which readers reach the journal. */
  readonly publicUrl: string;
};

/** Maximum size in bytes. Mail clients clip messages at 102 KB; the margin is for parts that differ between readers. */
const maxBytes = 100_000;
const sizeOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * Renders an issue as a mail: HTML for light and dark mode, and plain text, with nothing to load but the cover. The
 * HTML stays below 100 KB: a larger issue first leaves out excerpts, then the end of the letter and of the list, and
 * links to them instead. Pure.
 */
export function renderIssueMail(
  issue: MailedIssue,
  journal: MailingJournal,
  unsubscribeUrl: string,
): IssueMail {
  const letter = issue.letter === null ? [] : paragraphs(issue.letter);
  const links = {
    issue: new URL(`/issues/${issue.number}`, journal.publicUrl).href,
    cover: issue.isPublished ? new URL(`/issues/${issue.number}/cover.png`, journal.publicUrl).href : null,
    pitch: new URL('/contact', journal.publicUrl).href,
    home: new URL('/', journal.publicUrl).href,
    unsubscribe: unsubscribeUrl,
    articleOf: (id: number | null) =>
      new URL(id === null ? `/issues/${issue.number}` : `/article/${id}`, journal.publicUrl).href,
  };
  const rendered = extents.map((extent) => {
    const contents = contentsOf(issue, extent, letter);
    return () => ({
      subject: `${journal.name}: ${contents.name}`,
      html: issueAsHtml(contents, journal.name, links),
      text: issueAsText(contents, journal.name, links),
    });
  });
  const [fullest, ...smaller] = rendered as [() => IssueMail, ...(() => IssueMail)[]];
  let mail = fullest();
  for (const render of smaller) if (sizeOf(mail.html) > maxBytes) mail = render();
  return mail;
}

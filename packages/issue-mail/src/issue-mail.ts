import { paragraphs } from '@journal/contracts';
import { issueAsHtml } from './issue-as-html.ts';
import { issueAsText } from './issue-as-text.ts';
import { contentsOf, extents, type MailedIssue } from './issue-contents.ts';

export type { MailedArticle, MailedIssue } from './issue-contents.ts';
export type IssueMail = { readonly subject: string; readonly html: string; readonly text: string };

/** Whose mail it is, and where it leads to. */
export type MailingJournal = {
  readonly name: string;
  /** The origin by which readers reach the journal. */
  readonly publicUrl: string;
};

/** Bytes: programs that show a mail cut it after 102 KB. The rest is for what differs from one reader to the next. */
const maxBytes = 100_000;
const sizeOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * Returns an issue as a mail: HTML for day and night, and plain text, with nothing to load but the cover. Below 100 KB:
 * an issue that is larger leaves out excerpts first, then the end of the letter and of the list, and leads to them. Pure.
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

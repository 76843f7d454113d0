export { type IssueMail, type MailedArticle, type MailedIssue, renderIssueMail } from './issue-mail.ts';
export * from './mail-style.ts';

export { type IssueMail, type MailedIssue, renderIssueMail } from './issue-mail.ts';
export * from './mail-style.ts';

export { type IssueMail, type MailedIssue, renderIssueMail } from './issue-mail.ts';

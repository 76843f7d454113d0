export { checkMail } from './check-mail.ts';
export type { Finding, MailSettings } from './mail-facts.ts';

export { checkMail } from './check-mail.ts';
export { isLocalHost } from './hosts.ts';
export { judgeAddress } from './judge-mail.ts';
export type { Finding, MailSettings } from './mail-facts.ts';

export { checkMail } from './check-mail.ts';
export { isLocal, judgeAddress } from './judge-mail.ts';
export type { Finding, MailSettings } from './mail-facts.ts';

export { checkMail } from './check-mail.ts';
export { judgeAddress } from './judge-mail.ts';
export type { Finding, MailSettings } from './mail-facts.ts';
export { isLocal } from './words.ts';

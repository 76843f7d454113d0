import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Mailer, senderOf } from './mailer.ts';
import { createOutbox } from './outbox.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export type MailOptions = {
  readonly SMTP_URL?: string;
  readonly MAIL_FROM?: string;
  readonly DATA_DIR: string;
  readonly JOURNAL_NAME: string;
  readonly publicUrl: string;
};

/** Returns the SMTP mailer where SMTP_URL is set, else the outbox, and logs which. */
export function openMailer(options: MailOptions, log: FastifyBaseLogger): Mailer {
  const { SMTP_URL: url, DATA_DIR, JOURNAL_NAME, MAIL_FROM, publicUrl } = options;
  const from = senderOf(MAIL_FROM, JOURNAL_NAME, publicUrl);
  if (url !== undefined) {
    log.info({ host: new URL(url).host }, 'mail goes to a mail server');
    return createSmtpMailer({ url, from });
  }
  const folder = resolve(join(DATA_DIR, 'outbox'));
  log.warn({ folder }, 'no mail server is named: messages are kept in a folder');
  return createOutbox({ folder, from });
}

import dns from 'node:dns/promises';
import { checkMail, isLocalHost, judgeAddress, type MailSettings } from '@journal/mail-check';
import { createMailChecks } from '@journal/read-models/delivery';
import { sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Sender } from '../mail/mailer.ts';

type CheckedSettings = Pick<MailSettings, 'publicUrl' | 'smtpUrl' | 'rate' | 'bounceAddress'> & {
  readonly from: Sender;
};

/**
 * Checks the journal's mail setup, now and every hour until aborted, and stores the findings for the newsroom. Makes no
 * DNS queries for a journal whose URL is local.
 */
export async function checkMailHourly(
  { from, ...settings }: CheckedSettings,
  pool: pg.Pool,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  check = checkMail,
): Promise<void> {
  const { address, replyTo, dkim } = from;
  const asked = { ...settings, from: address, replyTo, dkim };
  const isOutside = !isLocalHost(new URL(settings.publicUrl).hostname);
  const checks = createMailChecks(pool);
  while (!signal.aborted) {
    try {
      await checks.replaceFindings(isOutside ? await check(asked, dns) : [judgeAddress(asked)]);
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'mail check failed');
    }
    await sleep(3_600_000, signal);
  }
}

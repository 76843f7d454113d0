import { createPrivateKey } from 'node:crypto';
import dns from 'node:dns/promises';
import { checkMail, type Finding, type MailSettings } from '@journal/mail-check';
import { mailSender } from '@journal/worker';
import { CommandError, journalAddress, readSettings, type Terminal } from './terminal.ts';

const marks: Readonly<Record<Finding['state'], string>> = {
  well: 'ok       ',
  missing: 'MISSING  ',
  advice: 'advice   ',
  unknown: 'unknown  ',
};

/**
 * Writes which requirements for sending mail are met in the environment, which are missing, and what to do. Resolves
 * with whether none is missing. Sends no mail.
 */
export async function checkMailOf(
  { url }: { readonly url?: string },
  { environment, output, messages }: Terminal,
  lookups: Parameters<typeof checkMail>[1] = dns,
): Promise<boolean> {
  const findings = await checkMail(await settingsOf(environment, url), lookups);
  for (const { about, state, says, toDo } of findings) {
    output.write(`${marks[state]}${about}: ${says}\n`);
    if (toDo !== undefined) output.write(`           ${toDo}\n`);
  }
  const missing = findings.filter(({ state }) => state === 'missing').length;
  messages.write(
    missing === 0
      ? 'Nothing is missing. Send yourself a test before the first issue.\n'
      : `${missing} missing.\n`,
  );
  return missing === 0;
}

async function settingsOf(
  environment: Terminal['environment'],
  url: string | undefined,
): Promise<MailSettings> {
  const { given } = await readSettings(environment);
  const port = given('PORT');
  // Mail can also be set up before the first start, when no journal is running.
  const own = () =>
    port === undefined ? journalAddress(environment).catch(() => undefined) : `http://localhost:${port}`;
  const publicUrl = url ?? given('PUBLIC_URL') ?? (await own()) ?? 'http://localhost:3000';
  if (!/^https?:\/\//.test(publicUrl) || !URL.canParse(publicUrl))
    throw new CommandError(`"${publicUrl}" is not a valid address: http(s)://host.`);
  const smtpUrl = given('SMTP_URL');
  if (smtpUrl !== undefined && !(/^smtps?:\/\//.test(smtpUrl) && URL.canParse(smtpUrl)))
    throw new CommandError('SMTP_URL is not a valid address: smtp(s)://user:password@host:port.');
  const { address, replyTo, dkim } = mailSender(
    {
      MAIL_FROM: given('MAIL_FROM'),
      MAIL_REPLY_TO: given('MAIL_REPLY_TO'),
      DKIM_DOMAIN: given('DKIM_DOMAIN'),
      DKIM_SELECTOR: given('DKIM_SELECTOR'),
      DKIM_KEY: given('DKIM_KEY'),
    },
    publicUrl,
  );
  if (dkim) checkKey(dkim.key);
  const rate = Number(given('MAIL_RATE') ?? 2);
  const bounceAddress = given('BOUNCE_ADDRESS');
  return { publicUrl, from: address, replyTo, bounceAddress, smtpUrl, rate, dkim };
}

function checkKey(key: string): void {
  try {
    createPrivateKey(key);
  } catch (cause) {
    throw new CommandError('DKIM_KEY is not a private key in PEM.', { cause });
  }
}

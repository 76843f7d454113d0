import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { abortable, sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import type { WorkerConfig } from '../config.ts';
import { smtpSettings } from './smtp.ts';

/** A message to one person. */
export type Message = {
  /** Kind of message: lower-case letters and dashes. */
  readonly kind: string;
  /** ID of the person it is about: letters, digits, dashes and underscores; never the address. */
  readonly subjectId: string;
  /** Bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Message-ID in angle brackets. Default: a new one for each attempt. */
  readonly messageId?: string;
  /** ID of the mailing list (RFC 2919). */
  readonly listId?: string;
  /** Additional headers, such as those for unsubscribing. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Envelope sender, to which bounces are sent. Default: the sender. */
  readonly returnPath?: string | undefined;
};

export type Mailer = {
  /**
   * Resolves once a mail server has accepted the message, or it is in the outbox. Rejects with `MailRefused` if it will
   * never be accepted, with `MailDelayed` if a later attempt may succeed.
   */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Removes the stored messages about this subject and about subjects that belong to it (`subject_part`). */
  forget(subjectId: string): Promise<void>;
  /** Removes stored messages older than 30 days. */
  removeOld(): Promise<void>;
};

/** The recipient or message was permanently rejected. Contains only codes: the server's text may hold the address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail server is unavailable, busy or rejects the sender. Contains codes only, as above. */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
}

export type Sender = {
  readonly name: string;
  readonly address: string;
  /** Address for replies. Default: the sender. */
  readonly replyTo?: string | undefined;
  /** DKIM key that signs every message (RFC 6376). */
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly key: string } | undefined;
};

/** Nodemailer's default headers and those for unsubscribing, which mail programs trust only if they are signed. */
const signedHeaders = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'MIME-Version'],
  ...['Content-Type', 'Content-Transfer-Encoding', 'List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
];

const signingOf = ({ dkim }: Sender) =>
  dkim === undefined
    ? {}
    : {
        dkim: {
          domainName: dkim.domain,
          keySelector: dkim.selector,
          privateKey: dkim.key,
          headerFieldNames: signedHeaders.join(':'),
        },
      };

/** A message as sent over SMTP. */
export type RawMessage = {
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
  /** Requested delivery status notification (RFC 3461). */
  readonly dsn?: SMTPEnvelope['dsn'];
};

/** Notify on failure only, not on delay, and return only the headers. */
const wantedBack = { ret: 'HDRS', notify: 'FAILURE' } as const;

/** Returns a function that resolves with a signed message as sent over SMTP; rejects with `MailRefused` like `send`. */
export function createMessageWriter(from: Sender): (message: Message) => Promise<RawMessage> {
  const transport = createTransport({
    ...{ streamTransport: true, buffer: true, newline: 'windows' },
    ...signingOf(from),
  });
  return async (message) => {
    const { message: bytes } = await transport.sendMail(compose(message, from));
    const raw = { from: message.returnPath ?? from.address, to: message.to, bytes: bytes as Buffer };
    return message.returnPath === undefined ? raw : { ...raw, dsn: wantedBack };
  };
}

/**
 * Returns the configured sender, an address or `Name <address>`; by default `no-reply` at the journal's host. An IP
 * address can't be the host of a sender and becomes `localhost`.
 */
export function senderOf(chosen: string | undefined, journalName: string, publicUrl: string): Sender {
  const [, name, address] = /^(.*)<(.*)>$/.exec(chosen ?? '') ?? [];
  if (address !== undefined) return { name: name?.trim() || journalName, address };
  if (chosen !== undefined) return { name: journalName, address: chosen };
  const { hostname } = new URL(publicUrl);
  const isNumber = hostname.startsWith('[') || isIP(hostname) !== 0;
  return { name: journalName, address: `no-reply@${isNumber ? 'localhost' : hostname}` };
}

type SenderSettings = {
  readonly [Name in
    | 'JOURNAL_NAME'
    | 'MAIL_FROM'
    | 'MAIL_REPLY_TO'
    | 'DKIM_DOMAIN'
    | 'DKIM_SELECTOR'
    | 'DKIM_KEY']?: string | undefined;
};

/** Returns the sender of all mail according to the configuration. */
export function mailSender(config: SenderSettings, publicUrl: string): Sender {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY: key } = config;
  const isSigned = domain !== undefined && selector !== undefined && key !== undefined;
  return {
    ...senderOf(config.MAIL_FROM, config.JOURNAL_NAME ?? '', publicUrl),
    replyTo: config.MAIL_REPLY_TO,
    dkim: isSigned ? { domain, selector, key: key.replaceAll('\\n', '\n') } : undefined,
  };
}

/** Excludes everything that nodemailer would parse as a name, a comment, a list or another header. */
const bareAddress = /^[^\s\p{Cc}<>(),;:\\"[\]@]+@[^\s\p{Cc}<>(),;:\\"[\]@]+$/u;

/** Returns the message in nodemailer's format. Throws `MailRefused` if `to` is not a single bare address. */
function compose(message: Message, from: Sender): SendMailOptions {
  if (!bareAddress.test(message.to)) throw new MailRefused('the recipient is not a bare address');
  return {
    from: { name: from.name, address: from.address },
    ...(from.replyTo === undefined ? {} : { replyTo: { name: '', address: from.replyTo } }),
    to: { name: '', address: message.to },
    envelope: { from: message.returnPath ?? from.address, to: [message.to] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    ...(message.messageId === undefined ? {} : { messageId: message.messageId }),
    ...(message.listId === undefined ? {} : { list: { id: { url: message.listId, comment: from.name } } }),
    // Asks for no automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the SMTP mailer if SMTP_URL is set, otherwise the outbox, and logs which. */
export function openMailer(
  options: Pick<WorkerConfig, 'SMTP_URL' | 'DATA_DIR'>,
  from: Sender,
  log: FastifyBaseLogger,
): Mailer {
  if (options.SMTP_URL !== undefined) {
    log.info({ host: new URL(options.SMTP_URL).host }, 'sending mail through a mail server');
    return createSmtpMailer(options.SMTP_URL, from);
  }
  const folder = resolve(join(options.DATA_DIR, 'outbox'));
  log.warn({ folder }, 'no mail server configured, writing messages to a folder');
  return createOutbox(folder, from);
}

/** Timeouts for connecting, for the greeting and for each answer, in milliseconds. */
const defaultTimeouts = { connect: 10_000, greeting: 10_000, idle: 20_000 };

/** Returns a mailer that sends through the mail server of a URL; see `smtpSettings`. */
export function createSmtpMailer(url: string, from: Sender, timeouts = defaultTimeouts): Mailer {
  const transport = createTransport({
    ...smtpSettings(url),
    ...signingOf(from),
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.idle,
  });
  return {
    async send(message, signal) {
      signal?.throwIfAborted();
      const mail = compose(message, from);
      try {
        // An SMTP transaction can't be cancelled; it ends with the process or by its own timeouts.
        await abortable(transport.sendMail(mail), signal);
      } catch (error) {
        if (signal?.aborted) throw new MailDelayed('stopped while the message was being sent');
        throw failureOf(error as SmtpError);
      }
    },
    async forget() {},
    async removeOld() {},
  };
}

type SmtpError = { readonly code?: unknown; readonly responseCode?: unknown; readonly command?: unknown };

/** A 5xx response to the recipient or the text is permanent; any other failure may be temporary. */
function failureOf({ code, responseCode, command }: SmtpError): Error {
  const said = [code, responseCode, command].filter((part) => part !== undefined && part !== '').join(' ');
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  const isNoAddress = code === 'EENVELOPE' && responseCode === undefined;
  return (isFinal && isAboutMessage) || isNoAddress ? new MailRefused(said) : new MailDelayed(said);
}

/**
 * Returns a mailer that stores messages as `.eml` files that only their owner can read, each written atomically. A file
 * name contains time, kind and subject: `20260102T030405678Z.temporary-password.<subject id>.<random>.eml`.
 */
export function createOutbox(folder: string, from: Sender): Mailer {
  const write = createMessageWriter(from);
  return {
    async send(message) {
      const { kind, subjectId } = message;
      const { bytes } = await write(message);
      if (!/^[A-Za-z0-9_-]+$/.test(subjectId) || !/^[a-z-]+$/.test(kind))
        throw new Error(`"${kind}" cannot be part of a file name`);
      const path = join(
        folder,
        `${stampOf(new Date())}.${kind}.${subjectId}.${randomBytes(4).toString('hex')}.eml`,
      );
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const file = await open(`${path}.part`, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    async forget(subjectId) {
      for (const name of await namesIn(folder)) {
        const about = name.split('.')[2] ?? '';
        if (about === subjectId || about.startsWith(`${subjectId}_`))
          await rm(join(folder, name), { force: true });
      }
    },
    async removeOld() {
      const oldest = stampOf(new Date(Date.now() - maxAge));
      for (const name of await namesIn(folder))
        if (isMessage.test(name) && name < oldest) await rm(join(folder, name), { force: true });
    },
  };
}

/** In milliseconds. Long enough to look up sent messages, short enough not to archive addresses and links. */
const maxAge = 30 * 24 * 3_600_000;
const isMessage = /^\d{8}T\d{9}Z\..+\.eml(\.part)?$/;
const stampOf = (time: Date) => time.toISOString().replace(/[-:.]/g, '');

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Removes old messages now and once a day until aborted. */
export async function removeOldDaily(
  mailer: Mailer,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await mailer.removeOld().catch((err: Error) => log.warn({ err }, 'old messages not removed'));
    await sleep(24 * 3_600_000, signal);
  }
}

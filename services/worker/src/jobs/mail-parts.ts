import type { EventStore } from '@journal/event-store';
import type { EventCodec, journalEvents } from '@journal/events';
import { type Mailer, MailRefused, type Message } from '../mail/mailer.ts';
import { FinalFailure } from './job-kind.ts';

/** What every job needs that mails somebody. */
export type MailParts = {
  readonly store: Pick<EventStore, 'read'>;
  readonly codec: Pick<EventCodec<typeof journalEvents>, 'open'>;
  readonly mailer: Mailer;
  readonly journalName: string;
  readonly publicUrl: string;
};

/**
 * Sends a message, and removes it from the outbox where its subject was forgotten meanwhile: the erasure may have looked
 * before it was written. Throws `FinalFailure` where there is no such mailbox.
 */
export async function sendUnlessForgotten(
  mailer: Mailer,
  message: Message,
  isKnown: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  await mailer.send(message, signal).catch((error: unknown) => {
    throw error instanceof MailRefused ? new FinalFailure(`no such mailbox: ${error.message}`) : error;
  });
  if (!(await isKnown())) await mailer.forget(message.subjectId);
}

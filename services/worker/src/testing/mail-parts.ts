import { createMemoryEventStore } from '@journal/event-store/memory';
import { createMemoryVault } from '@journal/events';
import { createKeyedHash } from '@journal/vault';
import type { MailJobParts } from '../jobs/mail-jobs.ts';
import type { Message } from '../mail/mailer.ts';
import { createJournalLog } from './journal-log.ts';

/**
 * Returns the dependencies of mail jobs, with an in-memory log, and the messages sent and subjects forgotten by the
 * mailer. `during` runs while a message is being sent.
 */
export function createMailParts(during: () => Promise<unknown> = async () => {}) {
  const vault = createMemoryVault();
  const log = createJournalLog(createMemoryEventStore(), vault);
  const sent: Message[] = [];
  const forgotten: string[] = [];
  const parts: MailJobParts = {
    store: log.store,
    codec: log.codec,
    keyedHash: createKeyedHash(vault),
    mailer: {
      async send(message) {
        await during();
        sent.push(message);
      },
      forget: async (subjectId) => void forgotten.push(subjectId),
      removeOld: async () => undefined,
    },
    journal: { journalName: 'The <Forum>', publicUrl: 'https://journal.example' },
  };
  const context = { jobId: 'job-1', requestId: 'request', signal: new AbortController().signal };
  return { ...log, vault, parts, context, sent, forgotten };
}

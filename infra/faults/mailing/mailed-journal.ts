import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStore } from '@journal/event-store';
import { createSubscriptionLinks, newsletterStream } from '@journal/events';
import { createPool } from '@journal/postgres';
import { mailingsModel, schemaOf } from '@journal/read-models';
import { createDeliveries } from '@journal/read-models/delivery';
import { createKeyedHash, createPostgresVault } from '@journal/vault';
import { createJournalLog } from '../../../services/worker/src/testing/journal-log.ts';
import type { DeliveryRow } from '../judge/judge-mailing.ts';
import type { Rig } from '../rig/rig.ts';
import { createClient } from '../workload/client.ts';

export type MailedJournal = Awaited<ReturnType<typeof openMailedJournal>>;

const issueNumber = 7;
const mailingId = `${issueNumber}-1`;
const mailing = `${schemaOf(mailingsModel)}.mailing`;
export const addressOf = (reader: number) => `reader-${reader}@example.org`;
export const readerAt = (address: string) => Number(/^reader-(\d+)@/.exec(address)?.[1]);
export const recipientOf = (copy: string) =>
  /^To: .*?([^\s<]+@[^\s>]+)/m.exec(copy)?.[1] ?? copy.slice(0, 200);
const password = 'a password of the rig';
const atOnce = 64;
/** Events older than a day cause no mail; after seven days, an unconfirmed subscription is ended. */
const twoDays = 48 * 3_600_000;

/**
 * Publishes an issue for `recipients` readers, one of whom has an account. Returns actions of an editor and of readers.
 */
export async function openMailedJournal(rig: Rig, recipients: number, withAccount: number) {
  const { DATABASE_URL = '', MASTER_KEY = '', SERVICE_TOKEN = '' } = rig.environment;
  const open = new AsyncDisposableStack();
  const store = open.adopt(await openEventStore(DATABASE_URL, { applicationName: 'journal faults' }), (it) =>
    it.close(),
  );
  const vault = open.adopt(await createPostgresVault({ url: DATABASE_URL, masterKey: MASTER_KEY }), (it) =>
    it.close(),
  );
  const pool = open.adopt(createPool(DATABASE_URL, { applicationName: 'journal faults' }), (it) => it.end());
  const hash = createKeyedHash(vault);
  const links = createSubscriptionLinks(hash);
  const [origin = ''] = rig.commands;
  const editor = createClient(origin, 'editor', { authorization: `Bearer ${SERVICE_TOKEN}` });

  /** Resolves with whether the request succeeded; retries until that is known. */
  async function ask(path: string, body?: object): Promise<boolean> {
    for (;;) {
      const { status } = await editor.send('POST', path, body);
      if (status >= 200 && status < 500) return status < 300;
      await sleep(200);
    }
  }
  async function need(path: string, body?: object): Promise<void> {
    if (!(await ask(path, body))) throw new Error(`POST ${path} was rejected`);
  }

  const log = createJournalLog(store, vault);
  await log.articles.publish(1);
  await log.issues.open(issueNumber);
  await log.issues.arrange(issueNumber, [{ articleId: 1, heading: null }]);
  await log.issues.publish(issueNumber);
  const at = new Date(Date.now() - twoDays);
  const readers: ReturnType<typeof log.subscriber>[] = [];
  for (let from = 0; from < recipients; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, recipients - from) }, (_, index) => from + index);
    const some = await Promise.all(
      numbers.map(async (number) =>
        log.subscriber(addressOf(number), await hash('email', addressOf(number))),
      ),
    );
    await Promise.all(
      some.map(async (reader) => {
        await reader.request(undefined, at);
        await reader.confirm(at);
      }),
    );
    readers.push(...some);
  }
  await need('/api/auth/register', { email: addressOf(withAccount), password, fullName: 'Sample Reader' });
  editor.cookie = '';
  // Creates the tables if no worker has yet.
  await createDeliveries(pool).hasCopy(mailingId);

  return {
    pool,
    readers,
    start: async () => {
      await need(`/api/issues/${issueNumber}/mailing`);
      await need(`/api/mailings/${mailingId}/start`);
    },
    resume: () => ask(`/api/mailings/${mailingId}/resume`),
    async unsubscribe(reader: number): Promise<void> {
      const { hash, subscriberId } = readers[reader] as (typeof readers)[number];
      await need('/api/newsletter/unsubscription', {
        token: await links.unsubscribeToken({ hash, subscriberId }),
      });
    },
    /**
     * Sends a copy's one-click unsubscribe request (RFC 8058). Resolves with whether its reader is unsubscribed by it.
     */
    async leaveBy(copy: string): Promise<boolean> {
      const [, link = ''] = /^List-Unsubscribe:\s+<(\S+)>/im.exec(copy) ?? [];
      const { pathname, search } = new URL(link);
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      await fetch(origin + pathname + search, { method: 'POST', body });
      let last = '';
      for await (const { type } of store.read(newsletterStream(await hash('email', recipientOf(copy)))))
        last = type;
      return last === 'SubscriptionEnded';
    },
    erase: () =>
      need('/api/operations/users/forgetting', {
        email: addressOf(withAccount),
        pieces: 'keep',
        last: false,
      }),
    async state(): Promise<{ status: string; reason: string | null } | undefined> {
      const text = `select status, reason from ${mailing} where mailing_id = $1`;
      return (await pool.query(text, [mailingId])).rows[0];
    },
    /** Resolves with the share of recipients that are settled. */
    async progress(): Promise<number> {
      const { rows } = await pool.query<{ settled: number }>(
        `select count(*)::int as settled from delivery.recipient
         where mailing_id = $1 and status not in ('ready', 'sending')`,
        [mailingId],
      );
      return (rows[0]?.settled ?? 0) / recipients;
    },
    /** Makes recipients that were deferred for minutes or hours due immediately. */
    async shortenWaits(): Promise<void> {
      await pool.query(
        `update delivery.recipient set not_before = now()
         where mailing_id = $1 and status = 'ready' and not_before > now()`,
        [mailingId],
      );
    },
    async rows(): Promise<DeliveryRow[]> {
      const text = `select subscriber_id as "subscriberId", status, claimed_at as "claimedAt"
        from delivery.recipient where mailing_id = $1`;
      return (await pool.query<DeliveryRow>(text, [mailingId])).rows;
    },
    close: () => open.disposeAsync(),
  };
}

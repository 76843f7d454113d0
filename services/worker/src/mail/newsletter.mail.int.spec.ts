import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStore, openEventStore } from '@journal/event-store';
import {
  createSubscriptionLinks,
  type SubscriptionLinks,
  subscriberSubject,
  type Vault,
} from '@journal/events';
import { createPool } from '@journal/postgres';
import type { Service } from '@journal/service-kit';
import { createTestDatabase, type TestDatabase, until } from '@journal/testing';
import { createKeyedHash, createPostgresVault } from '@journal/vault';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { loadWorkerConfig } from '../config.ts';
import { createJournalLog, type JournalLog } from '../testing/journal-log.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { contentsOf } from '../testing/projection-test.ts';
import { createWorkerService } from '../worker.service.ts';

const masterKey = randomBytes(32).toString('base64');
const origin = 'https://journal.example';
const email = 'reader@example.org';
let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let vault: Vault;
let links: SubscriptionLinks;
let log: JournalLog;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let folder: string;
let worker: Service;

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool(database.url, { applicationName: 'spec' });
  store = await openEventStore(database.url);
  vault = await createPostgresVault({ url: database.url, masterKey });
  links = createSubscriptionLinks(createKeyedHash(vault));
  log = createJournalLog(store, vault);
  mail = await startMailServer();
  folder = await mkdtemp(join(tmpdir(), 'journal-newsletter-'));
});
afterEach(async () => {
  await worker.stop();
  await mail.close();
  await vault.close();
  await store.close();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function startWorker(more: Record<string, string> = { SMTP_URL: mail.url }) {
  worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: database.url,
      EVENT_STORE_URL: database.url,
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'silent',
      PUBLIC_URL: origin,
      COMMAND_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'x'.repeat(32),
      DATA_DIR: folder,
      ...more,
    }),
    { retries: { attempts: 5, first: 20, max: 100 } },
  );
  await worker.start();
}

const messages = () => mail.messages();
const doneJobs = (count: number) =>
  until(async () => {
    const { body } = await worker.app.inject('/metrics');
    expect(body).toMatch(
      new RegExp(
        `kind="mail-newsletter-confirmation".*outcome="done".* ${count}$|outcome="done".*kind="mail-newsletter-confirmation".* ${count}$`,
        'm',
      ),
    );
  });

it('asks the address, with links that confirm and that end it at one click', async () => {
  const reader = log.subscriber(email);
  const requestId = randomUUID();
  await reader.request(requestId);
  await startWorker();
  await until(async () => expect(await messages()).toHaveLength(1));
  const [message] = await messages();
  expect(message).toMatchObject({
    to: [{ address: email }],
    subject: 'Please confirm your subscription to The Forum',
  });
  const header = (name: string) => message?.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(header('auto-submitted')).toBe('auto-generated');
  const [, leave = ''] =
    /^<https:\/\/journal\.example\/api\/newsletter\/unsubscribe\?token=([\w-]+)>$/.exec(
      header('list-unsubscribe') ?? '',
    ) ?? [];
  const { hash, subscriberId } = reader;
  expect(await links.readUnsubscribe(leave)).toEqual({ hash, subscriberId });
  for (const text of [message?.text, message?.html]) {
    expect(text).toContain('The Forum');
    const [, token = ''] =
      /https:\/\/journal\.example\/newsletter\/confirm\?token=([\w-]+)/.exec(text ?? '') ?? [];
    expect(await links.readConfirmation(token)).toEqual({ hash, subscriberId, requestId });
  }
  const queue = JSON.stringify(await contentsOf(pool, 'queue'));
  expect(queue).toContain(subscriberId);
  expect(queue).not.toContain('example.org');
  expect(queue).not.toContain(leave);
});

it('asks again later where the mail server is away, and once', async () => {
  mail.plan({ refuses: 'greeting', code: 421 }, { drops: 'text' }, { refuses: 'recipient', code: 450 });
  await log.subscriber(email).request();
  await startWorker();
  await doneJobs(1);
  expect(await messages()).toHaveLength(1);
});

it('sends nothing for what was confirmed, asked again or asked long ago', async () => {
  const [confirmed, twice, old] = [
    log.subscriber('1@example.org'),
    log.subscriber(email),
    log.subscriber('3@example.org'),
  ];
  await confirmed.request();
  await confirmed.confirm();
  await twice.request();
  await twice.request();
  await old.request(undefined, new Date(Date.now() - 25 * 3_600_000));
  await startWorker();
  await doneJobs(3);
  const sent = await messages();
  expect(sent.map(({ to }) => to?.[0]?.address)).toEqual([email]);
});

it('leaves nothing of an address that has gone: no key, no kept message', async () => {
  const [reader, other] = [log.subscriber(email), log.subscriber('other@example.org')];
  await reader.request();
  await other.request();
  await startWorker({});
  const kept = () => readdir(join(folder, 'outbox')).catch(() => []);
  await until(async () => expect(await kept()).toHaveLength(2));
  await reader.end();
  await until(async () => expect(await kept()).toHaveLength(1));
  expect((await kept()).join()).toContain(other.subscriberId);
  // The job that wrote it may have removed the message already, before the reactor comes to the key.
  await until(async () => {
    const keys = await vault.keysForOpening([subscriberSubject(reader), subscriberSubject(other)]);
    expect([...keys.keys()]).toEqual([subscriberSubject(other)]);
  });
});

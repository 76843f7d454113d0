import { randomUUID } from 'node:crypto';
import { createSubscriptionLinks, subscriberSubject } from '@journal/events';
import type { Service } from '@journal/service-kit';
import { until } from '@journal/testing';
import { createKeyedHash } from '@journal/vault';
import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../testing/mail-server.ts';
import { openSystem } from '../testing/open-system.ts';
import { contentsOf } from '../testing/projection-test.ts';

const email = 'reader@example.org';

/** Opens a worker's system with a mail server. */
async function setUp() {
  const { start, ...system } = await openSystem();
  const mail = await startMailServer();
  onTestFinished(() => mail.close());
  return {
    ...system,
    mail,
    messages: mail.messages,
    links: createSubscriptionLinks(createKeyedHash(system.vault)),
    startWorker: (more: Record<string, string> = { SMTP_URL: mail.url }) =>
      start(
        { PUBLIC_URL: 'https://journal.example', ...more },
        { retries: { attempts: 5, first: 20, max: 100 } },
      ),
  };
}

const doneJobs = (worker: Service, count: number) =>
  until(async () => {
    const { body } = await worker.app.inject('/metrics');
    const attempts =
      /^journal_job_attempts_total\{kind="mail-newsletter-confirmation",outcome="done".*\} (\d+)$/m;
    expect(attempts.exec(body)?.[1]).toBe(`${count}`);
  });

it('a subscription request leads to a mail with a confirmation link and one-click unsubscribe', async () => {
  const { messages, links, startWorker, pool, log } = await setUp();
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

it('the worker retries while the mail server is unavailable, and sends one mail', async () => {
  const { mail, messages, startWorker, log } = await setUp();
  mail.plan({ refuses: 'greeting', code: 421 }, { drops: 'text' }, { refuses: 'recipient', code: 450 });
  await log.subscriber(email).request();
  const worker = await startWorker();
  await doneJobs(worker, 1);
  expect(await messages()).toHaveLength(1);
});

it('no mail is sent for a request that was confirmed, superseded or made 25 hours ago', async () => {
  const { messages, startWorker, log } = await setUp();
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
  const worker = await startWorker();
  await doneJobs(worker, 3);
  const sent = await messages();
  expect(sent.map(({ to }) => to?.[0]?.address)).toEqual([email]);
});

it('the key and the stored message of an ended subscription are deleted', async () => {
  const { startWorker, outbox, vault, log } = await setUp();
  const [reader, other] = [log.subscriber(email), log.subscriber('other@example.org')];
  await reader.request();
  await other.request();
  await startWorker({});
  await until(async () => expect(await outbox()).toHaveLength(2));
  await reader.end();
  await until(async () => expect(await outbox()).toHaveLength(1));
  expect((await outbox()).join()).toContain(other.subscriberId);
  // The job that wrote the message may already have removed it, before the reactor deletes the key.
  await until(async () => {
    const keys = await vault.keysForOpening([subscriberSubject(reader), subscriberSubject(other)]);
    expect([...keys.keys()]).toEqual([subscriberSubject(other)]);
  });
});

import { createPool } from '@journal/postgres';
import { articlesModel, mailingsModel, newsletterModel, schemaOf } from '@journal/read-models';
import { deliveryCounts, uncertainDeliveries } from '@journal/read-models/delivery';
import { sleep } from '@journal/service-kit/async';
import { openGate, until } from '@journal/testing';
import { expect, vi } from 'vitest';
import { newsletterProjection } from '../projections/newsletter/newsletter.projection.ts';
import type { Misbehaviour } from '../testing/mail-server.ts';
import { mailingIn } from '../testing/mailing-log.ts';
import { mailingTest as it, mailingId } from '../testing/mailing-test.ts';
import type { MailingStep } from './mailing-sender.ts';

const addresses = (count: number) =>
  Array.from({ length: count }, (_, number) => `reader-${number}@example.org`).toSorted();
const doubles = (arrived: readonly string[]) => arrived.filter((to, at) => arrived.indexOf(to) !== at);
const numberIn = (address: string) => Number(/\d+/.exec(address));

/** Simulates the death of a worker after the nth occurrence of a step: nothing that it awaits settles any more. */
function dyingAt(step: MailingStep, times: number) {
  const death = Promise.withResolvers<void>();
  let count = 0;
  let isDead = false;
  const onStep = async (done: MailingStep) => {
    if (done === step && ++count >= times) {
      isDead = true;
      death.resolve();
    }
    if (isDead) await new Promise(() => {});
  };
  return { onStep, died: death.promise };
}

it('the sender delivers one copy to each reader, and records the counts', async ({ mailing }) => {
  await mailing.startFor(120);
  await mailing.finish(mailing.sender());
  expect((await mailing.arrived()).toSorted()).toEqual(addresses(120));
  expect(await mailing.status()).toEqual({ status: 'completed', reason: null });
  const [frozen, completed] = mailing.eventsOf().slice(-2);
  expect(frozen).toMatchObject({ type: 'MailingFrozen', data: { recipients: 120 } });
  const none = { refused: 0, uncertain: 0, left: 0, suppressed: 0 };
  expect(completed).toMatchObject({ type: 'MailingCompleted', data: { counts: { ...none, accepted: 120 } } });
  const [first] = await mailing.server.messages();
  expect(first?.headers.map(({ key }) => key)).toContain('list-unsubscribe');
  expect(mailing.server.connections).toBeLessThanOrEqual(8);
  // Without a bounce server, bounces go to the sender.
  for (const { from, wantsBack } of mailing.server.envelopes)
    expect({ from, wantsBack }).toEqual({ from: 'mail@journal.example', wantsBack: null });
  // No copy, which would name writers, is kept.
  expect((await mailing.pool.query('select from delivery.copy')).rowCount).toBe(0);
});

it('the sender completes a mailing through a server that refuses, greylists, drops and is busy', async ({
  mailing,
}) => {
  const asked = new Map<string, number>();
  mailing.treating.treat = (address): Misbehaviour | undefined => {
    const times = (asked.get(address) ?? 0) + 1;
    asked.set(address, times);
    const number = numberIn(address);
    // Too few to stop the mailing, in any order.
    if (number % 80 === 0) return { refuses: 'recipient', code: 550 };
    if (number % 7 === 1 && times === 1) return { refuses: 'recipient', code: 451 };
    if (number % 120 === 9) return { refuses: 'recipient', code: 450, says: '4.2.2 Mailbox full' };
    if (number % 60 === 23) return { drops: 'text' };
    if (number % 30 === 17 && times === 1) return { drops: 'recipient' };
    if (number % 30 === 5 && times === 1) return { refuses: 'text', code: 421 };
    return undefined;
  };
  await mailing.startFor(240);
  await mailing.finish(mailing.sender());
  const arrived = await mailing.arrived();
  expect(doubles(arrived)).toEqual([]);
  expect(arrived).toHaveLength(240 - 3 - 2 - 4);
  expect(await mailing.counts()).toEqual({ accepted: 231, refused: 5, uncertain: 4 });
  expect(await mailing.status()).toMatchObject({ status: 'completed' });
  const { rows } = await mailing.pool.query(
    'select reason, count(*)::int from delivery.suppression group by 1',
  );
  expect(rows).toEqual([{ reason: 'hard', count: 3 }]);
});

const steps: readonly (readonly [MailingStep, number])[] = [
  ...([
    ['copied', 1],
    ['frozen', 1],
    ['reported', 1],
  ] as const),
  ...([
    ['claimed', 1],
    ['claimed', 60],
    ['delivered', 1],
    ['delivered', 61],
  ] as const),
  ...([
    ['settled', 1],
    ['settled', 62],
    ['settled', 120],
    ['reported', 2],
    ['completed', 1],
  ] as const),
];
it.for(steps)(
  'a mailing completes without duplicates if a worker dies after step %s, occurrence %i',
  async ([step, times], { mailing }) => {
    await mailing.startFor(120);
    const dying = dyingAt(step, times);
    const { signal } = new AbortController();
    const { onStep } = dying;
    const first = mailing.sender({ onStep });
    const advanceUntilDone = async (): Promise<void> => {
      while (await first.advanceAll(signal, ''));
    };
    void advanceUntilDone().catch(() => {});
    await dying.died;
    await mailing.finish(mailing.sender());
    const arrived = await mailing.arrived();
    expect(doubles(arrived)).toEqual([]);
    const uncertain = await uncertainDeliveries(mailing.pool, mailingId, 1_000);
    expect(uncertain.length).toBeLessThanOrEqual(4);
    const { accepted } = await deliveryCounts(mailing.pool, mailingId);
    expect(accepted + uncertain.length).toBe(120);
    // All readers without a copy are among the uncertain ones.
    expect(arrived.length).toBeGreaterThanOrEqual(accepted);
    const ids = new Set(uncertain.map(({ subscriberId }) => subscriberId));
    const missing = mailing.readers.filter(({ email }) => !arrived.includes(email));
    expect(missing.filter(({ subscriberId }) => !ids.has(subscriberId))).toEqual([]);
    expect(await mailing.status()).toMatchObject({ status: 'completed' });
  },
);

it('two concurrent senders deliver one copy to each reader', async ({ mailing }) => {
  await mailing.startFor(200);
  await Promise.all([mailing.finish(mailing.sender()), mailing.finish(mailing.sender())]);
  await until(async () => expect(await mailing.counts()).toEqual({ accepted: 200 }));
  expect((await mailing.arrived()).toSorted()).toEqual(addresses(200));
});

it('readers who unsubscribe during a mailing get no copy, even if the read model lags', async ({
  mailing,
}) => {
  await mailing.startFor(100);
  await mailing.stopSubscribers();
  const left = mailing.readers.slice(0, 20);
  let isOver = false;
  const onStep = async (step: MailingStep) => {
    if (step !== 'settled' || isOver) return;
    isOver = true;
    for (const reader of left) await reader.end();
  };
  const arrivedBefore = new Promise<readonly string[]>((resolve) => {
    mailing.treating.treat = () => {
      if (isOver) resolve(mailing.server.recipients.slice());
      return undefined;
    };
  });
  await mailing.finish(mailing.sender({ onStep }));
  const before = await arrivedBefore;
  const arrived = await mailing.arrived();
  const late = left.filter(({ email }) => arrived.includes(email) && !before.includes(email));
  // Four were in flight when the first of them unsubscribed.
  expect(late.length).toBeLessThanOrEqual(4);
  const { accepted = 0, left: gone = 0 } = await mailing.counts();
  expect(gone).toBeGreaterThanOrEqual(12);
  expect(accepted + gone).toBe(100);
  expect(doubles(arrived)).toEqual([]);
});

it('a reader who confirmed before the start gets a copy even if the table of subscribers lags then', async ({
  mailing,
  model,
  log,
}) => {
  await mailing.startFor(1);
  await mailing.finish(mailing.sender());
  await mailing.stopSubscribers();
  const late = log.subscriber('late@example.org');
  await late.request();
  await late.confirm();
  const next = mailingIn(log, '7-2');
  await next.prepare(7, 'everybody');
  const position = await next.step('MailingStarted');
  for (const read of [mailingsModel, articlesModel]) await model.applied(position, schemaOf(read));
  const finished = mailing.finish(mailing.sender());
  await sleep(200);
  model.start(newsletterProjection, { schema: schemaOf(newsletterModel) });
  await finished;
  expect(await mailing.counts('7-2')).toEqual({ accepted: 2 });
});

it('the sender pauses and resumes as an editor requests, and each reader gets one copy', async ({
  mailing,
}) => {
  await mailing.startFor(200);
  let count = 0;
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const onStep = async (step: MailingStep) => {
    if (step !== 'settled' || ++count < 50) return;
    reached.resolve();
    if (count === 50) await resumed.promise;
  };
  const sender = mailing.sender({ onStep });
  const running = mailing.finish(sender);
  await reached.promise;
  await mailing.applied(await mailing.mailing.pause('editor'));
  resumed.resolve();
  await running;
  expect(await mailing.status()).toEqual({ status: 'paused', reason: 'editor' });
  const { accepted = 0, ready = 0 } = await mailing.counts();
  expect(accepted + ready).toBe(200);
  await mailing.applied(await mailing.mailing.step('MailingResumed'));
  await mailing.finish(mailing.sender());
  expect(await mailing.counts()).toEqual({ accepted: 200 });
  expect((await mailing.arrived()).toSorted()).toEqual(addresses(200));
});

it('the sender delivers nothing of a cancelled mailing', async ({ mailing }) => {
  await mailing.startFor(30);
  await mailing.applied(await mailing.mailing.pause('editor'));
  await mailing.applied(await mailing.mailing.step('MailingResumed'));
  const dying = dyingAt('frozen', 1);
  void mailing.sender({ onStep: dying.onStep }).advanceAll(new AbortController().signal, '');
  await dying.died;
  await mailing.applied(await mailing.mailing.step('MailingCancelled'));
  await mailing.finish(mailing.sender());
  expect(await mailing.counts()).toEqual({ cancelled: 30 });
  expect(await mailing.arrived()).toEqual([]);
});

it('a mailing that is cancelled while copies are sent ends, and nobody else gets one', async ({
  mailing,
}) => {
  await mailing.startFor(30);
  let count = 0;
  const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const onStep = async (step: MailingStep) => {
    if (step !== 'settled' || ++count < 8) return;
    reached.resolve();
    await resumed.promise;
  };
  const query = vi.spyOn(mailing.pool, 'query');
  const running = mailing.finish(mailing.sender({ onStep }));
  await reached.promise;
  await mailing.applied(await mailing.mailing.step('MailingCancelled'));
  await until(async () => {
    const last = query.mock.calls.findLastIndex(([text]) => String(text).startsWith('select from'));
    expect(await query.mock.results[last]?.value).toMatchObject({ rowCount: 0 });
  });
  resumed.resolve();
  await running;
  const { accepted = 0, cancelled = 0, ...others } = await mailing.counts();
  expect([others, accepted + cancelled]).toEqual([{}, 30]);
  expect(accepted).toBeLessThanOrEqual(11);
  expect(await mailing.arrived()).toHaveLength(accepted);
});

it('a mailing pauses if the server refuses its copies, and counts refusals from zero when resumed', async ({
  mailing,
}) => {
  await mailing.startFor(60);
  mailing.treating.treat = () => ({ refuses: 'recipient', code: 550, says: '5.7.1 Spam' });
  await mailing.finish(mailing.sender());
  expect(await mailing.status()).toEqual({ status: 'paused', reason: 'refusals' });
  const { refused = 0 } = await mailing.counts();
  expect(refused).toBeGreaterThan(5);
  expect(refused).toBeLessThanOrEqual(9);
  delete mailing.treating.treat;
  await mailing.applied(await mailing.mailing.step('MailingResumed'));
  await mailing.finish(mailing.sender());
  expect(await mailing.counts()).toEqual({ refused, accepted: 60 - refused });
});

it('a mailing pauses while the mail server is unavailable, and loses no recipient', async ({ mailing }) => {
  await mailing.startFor(40);
  mailing.server.plan(...Array.from({ length: 100 }, () => ({ refuses: 'greeting', code: 554 }) as const));
  await mailing.finish(mailing.sender());
  expect(await mailing.status()).toEqual({ status: 'paused', reason: 'failures' });
  expect(await mailing.counts()).toEqual({ ready: 40 });
  mailing.server.heal();
  await mailing.applied(await mailing.mailing.step('MailingResumed'));
  await mailing.finish(mailing.sender());
  expect(await mailing.counts()).toEqual({ accepted: 40 });
});

it('a mailing does not pause while the event store is unavailable, and continues afterwards', async ({
  mailing,
  log,
}) => {
  await mailing.startFor(40);
  let failures = 0;
  const read: typeof log.store.read = (...given) => {
    if (++failures <= 60) throw new Error('the event store is unavailable');
    return log.store.read(...given);
  };
  await mailing.finish(mailing.sender({ store: { read } }));
  expect(await mailing.status()).toEqual({ status: 'completed', reason: null });
  expect(await mailing.counts()).toEqual({ accepted: 40 });
});

it('a mailing pauses if recipients’ rows are missing or its issue was withdrawn', async ({ mailing }) => {
  await mailing.startFor(20);
  const dying = dyingAt('reported', 1);
  void mailing.sender({ onStep: dying.onStep }).advanceAll(new AbortController().signal, '');
  await dying.died;
  await mailing.applied(mailing.eventsOf().at(-1)?.position ?? '');
  await mailing.pool.query(
    `delete from delivery.recipient where ctid in (select ctid from delivery.recipient limit 1)`,
  );
  await mailing.finish(mailing.sender());
  expect(await mailing.status()).toEqual({ status: 'paused', reason: 'rows-missing' });
  await mailing.applied(await mailing.mailing.step('MailingResumed'));
  await mailing.withdraw();
  await mailing.finish(mailing.sender());
  expect(await mailing.status()).toEqual({ status: 'paused', reason: 'issue-withdrawn' });
  expect(await mailing.arrived()).toEqual([]);
});

it('uncertain recipients get the same message again only if an editor requests it', async ({ mailing }) => {
  await mailing.startFor(10);
  mailing.treating.treat = (address) => (numberIn(address) < 2 ? { drops: 'answer' } : undefined);
  await mailing.finish(mailing.sender());
  expect(await mailing.counts()).toEqual({ accepted: 8, uncertain: 2 });
  delete mailing.treating.treat;
  await mailing.finish(mailing.sender());
  expect(await mailing.counts()).toEqual({ accepted: 8, uncertain: 2 });
  await mailing.repeat();
  await mailing.finish(mailing.sender());
  expect(await mailing.counts()).toEqual({ accepted: 10 });
  const ids = (await mailing.server.messages()).map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([12, 10]);
});

it('a stopped sender finishes the copies in flight and claims no further recipients', async ({ mailing }) => {
  await mailing.startFor(100);
  const stop = new AbortController();
  let count = 0;
  const onStep = async (step: MailingStep) => {
    if (step === 'claimed' && ++count === 30) stop.abort();
  };
  const sender = mailing.sender({ onStep });
  await sender.advanceAll(stop.signal, '');
  expect(await sender.advanceAll(stop.signal, '')).toBe(true);
  const { accepted = 0, ready = 0, ...others } = await mailing.counts();
  expect(others).toEqual({});
  expect(accepted + ready).toBe(100);
  expect(ready).toBeGreaterThan(0);
  await mailing.finish(mailing.sender());
  expect((await mailing.arrived()).toSorted()).toEqual(addresses(100));
});

it('a database outage loses no recipient and duplicates no copy', async ({ mailing, model }) => {
  await mailing.startFor(100);
  const gate = await openGate(Number(new URL(model.url).port));
  const url = new URL(model.url);
  url.port = `${gate.port}`;
  const deliveryPool = createPool(url.href, { applicationName: 'spec', max: 5 });
  let count = 0;
  const onStep = async (step: MailingStep) => {
    if (step !== 'delivered' || ++count !== 40) return;
    gate.shut();
    // Until several outcomes are waiting to be recorded.
    void until(() => expect(mailing.warned.length).toBeGreaterThan(8)).then(gate.open);
  };
  const sender = mailing.sender({ onStep, deliveryPool });
  await mailing.finish(sender);
  expect(count).toBeGreaterThan(40);
  // Claims made while the database went away can be uncertain, at most one per connection.
  const { accepted = 0, uncertain = 0 } = await mailing.counts();
  expect(accepted + uncertain).toBe(100);
  expect(uncertain).toBeLessThanOrEqual(4);
  const arrived = await mailing.arrived();
  expect(doubles(arrived)).toEqual([]);
  expect(arrived.length).toBeGreaterThanOrEqual(accepted);
  await deliveryPool.end();
  await gate.close();
});

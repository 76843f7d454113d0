import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { AppendUnknown, type Position, type RecordedEvent } from './event-store.port.ts';
import { guardAgainstTruncation, LogTruncated } from './guard-against-truncation.ts';
import { createMemoryEventStore, createMemoryLog } from './memory/memory-event-store.ts';

const metadata = { actor: { kind: 'system' }, requestId: 'r', at: new Date().toISOString() } as never;
const event = () => ({ id: randomUUID(), type: 'Happened', data: {}, metadata });

/** A log of three events that can lose its end, and the position up to which the read models have applied it. */
async function setUp() {
  const log = createMemoryLog();
  const read = { applied: undefined as Position | undefined };
  const engine = createMemoryEventStore(log);
  const store = guardAgainstTruncation(engine, {
    applied: async () => read.applied,
    interval: 20,
    trustFor: 0,
  });
  const write = () => store.append(`stream-${randomUUID()}`, [event()], 'none');
  for (let count = 0; count < 3; count++) read.applied = (await write()).position;
  return {
    store,
    engine,
    read,
    write,
    cut: (left: number) => (log.events as RecordedEvent[]).splice(left),
    putBack: (events: RecordedEvent[]) => void (log.events as RecordedEvent[]).push(...events),
  };
}

it('an intact log can be checked, followed from any position, and appended to', async () => {
  const { store, write, read } = await setUp();
  await store.check();
  for (const after of [undefined, '000000000000', '000000000002', read.applied]) {
    const signal = AbortSignal.timeout(50);
    let last = '';
    for await (const { position } of store.subscribe({ ...(after ? { after } : {}), signal }))
      last = position;
    expect(last).toBe(read.applied);
  }
  await write();
});

it('subscriptions and the check reject if the log ends before the applied position', async () => {
  const { store, cut, read } = await setUp();
  const after = read.applied ?? '';
  const following = (async () => {
    for await (const _batch of store.subscribe({ after }));
  })();
  following.catch(() => {});
  for (const left of [2, 0]) {
    cut(left);
    const next = store.subscribe({ after })[Symbol.asyncIterator]().next();
    await expect(next).rejects.toThrow(LogTruncated);
  }
  await expect(following).rejects.toThrow('before 000000000003, which was applied');
  await expect(store.check()).rejects.toMatchObject({ code: expect.stringContaining('the log ends before') });
});

it('appends are rejected until the log reaches the applied position again, or less was applied', async () => {
  const logs = await Promise.all([setUp(), setUp()]);
  const lost = await Promise.all(
    logs.map(async ({ cut, write, engine }) => {
      const events = cut(2);
      await expect(write()).rejects.toThrow(LogTruncated);
      expect(engine.log).toHaveLength(2);
      return events;
    }),
  );
  const [restored, reset] = logs;
  restored.putBack(lost[0] ?? []);
  reset.read.applied = '000000000002';
  for (const { write, store } of logs) {
    await write();
    await store.check();
  }
});

it('an append rejects as unknown if the log lost its end since the last check', async () => {
  const { cut, engine } = await setUp();
  const store = guardAgainstTruncation(engine, { trustFor: 60_000 });
  const write = () => store.append(`stream-${randomUUID()}`, [event()], 'none');
  await write();
  cut(1);
  await expect(write()).rejects.toThrow(AppendUnknown);
});

import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { Response } from './connection.ts';
import { eventsOf } from './reading.ts';

function answer(items: Iterable<unknown>) {
  const cancel = vi.fn(async () => {});
  const readable = Readable.from(items);
  return { answer: Object.assign(readable, { cancel }) as unknown as Response, readable, cancel };
}

const items = Array.from({ length: 100 }, (_, revision) => ({ event: { revision } }));

it('yields the events to the end', async () => {
  const { answer: whole, cancel } = answer([...items, {}]);
  let count = 0;
  for await (const event of eventsOf(whole)) expect(event.revision).toBe(count++);
  expect(count).toBe(100);
  expect(cancel).not.toHaveBeenCalled();
});

it('cancels and drains a response that is left early, so that it ends', async () => {
  const { answer: left, readable, cancel } = answer(items);
  const ended = new Promise((resolve) => readable.once('end', resolve));
  for await (const _ of eventsOf(left)) break;
  expect(cancel).toHaveBeenCalledTimes(1);
  await ended;
});

it('throws the error that the response ends with', async () => {
  const broken = answer(
    (function* () {
      yield items[0];
      throw new Error('Connection dropped');
    })(),
  );
  const read = async () => {
    for await (const _ of eventsOf(broken.answer));
  };
  await expect(read()).rejects.toThrow('Connection dropped');
  expect(broken.cancel).not.toHaveBeenCalled();
});

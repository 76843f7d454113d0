import { expect, it } from 'vitest';
import { createWakeUps } from './wake-ups.ts';

const never = 1_000_000;
const live = () => new AbortController().signal;

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise(setImmediate);
  return settled;
}

it('wakes for a later position, and not for one that was read already', async () => {
  const wakeUps = createWakeUps();
  const waiting = wakeUps.wait('5', wakeUps.heard, never, live());
  wakeUps.say('4');
  wakeUps.say('5');
  expect(await isSettled(waiting)).toBe(false);
  wakeUps.say('6');
  expect(await isSettled(waiting)).toBe(true);
});

it('does not wait for what was said between the look and the wait', async () => {
  const wakeUps = createWakeUps();
  const before = wakeUps.heard;
  wakeUps.say('6');
  expect(await isSettled(wakeUps.wait('5', before, never, live()))).toBe(true);
});

it('does not wake again and again for what a look has not found', async () => {
  const wakeUps = createWakeUps();
  wakeUps.say('6');
  expect(await isSettled(wakeUps.wait('5', wakeUps.heard, never, live()))).toBe(false);
});

it('wakes where something may have been missed', async () => {
  const wakeUps = createWakeUps();
  const before = wakeUps.heard;
  const waiting = wakeUps.wait('5', before, never, live());
  wakeUps.doubt();
  expect(await isSettled(waiting)).toBe(true);
  expect(await isSettled(wakeUps.wait('5', before, never, live()))).toBe(true);
  expect(await isSettled(wakeUps.wait('5', wakeUps.heard, never, live()))).toBe(false);
});

it('wakes after its poll and when aborted', async () => {
  const wakeUps = createWakeUps();
  await wakeUps.wait('5', wakeUps.heard, 1, live());
  const stop = new AbortController();
  const waiting = wakeUps.wait('5', wakeUps.heard, never, stop.signal);
  stop.abort();
  expect(await isSettled(waiting)).toBe(true);
  expect(await isSettled(wakeUps.wait('5', wakeUps.heard, never, stop.signal))).toBe(true);
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { createNotifications, createSharedListener } from './notifications.ts';

const live = () => new AbortController().signal;

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise(setImmediate);
  return settled;
}

it('a waiting reader wakes for a later position, but not for one it has read', async () => {
  const notifications = createNotifications();
  const waiting = notifications.wait('5', notifications.notified, live());
  notifications.notify('4');
  notifications.notify('5');
  expect(await isSettled(waiting)).toBe(false);
  notifications.notify('6');
  expect(await isSettled(waiting)).toBe(true);
});

it('a reader does not wait if a notification arrived between its read and its wait', async () => {
  const notifications = createNotifications();
  const before = notifications.notified;
  notifications.notify('6');
  expect(await isSettled(notifications.wait('5', before, live()))).toBe(true);
});

it('a reader does not wake again for a notification whose position the read did not find', async () => {
  const notifications = createNotifications();
  notifications.notify('6');
  expect(await isSettled(notifications.wait('5', notifications.notified, live()))).toBe(false);
});

it('a waiting reader wakes after a gap in the notifications', async () => {
  const notifications = createNotifications();
  const before = notifications.notified;
  const waiting = notifications.wait('5', before, live());
  notifications.notifyGap();
  expect(await isSettled(waiting)).toBe(true);
  expect(await isSettled(notifications.wait('5', before, live()))).toBe(true);
  expect(await isSettled(notifications.wait('5', notifications.notified, live()))).toBe(false);
});

it('a waiting reader wakes when aborted', async () => {
  const notifications = createNotifications();
  const stop = new AbortController();
  const waiting = notifications.wait('5', notifications.notified, stop.signal);
  stop.abort();
  expect(await isSettled(waiting)).toBe(true);
  expect(await isSettled(notifications.wait('5', notifications.notified, stop.signal))).toBe(true);
});

it('one poll runs although the last subscription ends, and another begins, while it reads the head', async () => {
  vi.useFakeTimers();
  const ending: (() => void)[] = [];
  onTestFinished(() => {
    for (const end of ending) end();
    vi.useRealTimers();
  });
  const first = Promise.withResolvers<undefined>();
  let reads = 0;
  const readHead = async () => (++reads === 1 ? first.promise : undefined);
  // Nothing listens on this port.
  const url = 'postgres://journal@127.0.0.1:1/journal';
  const shared = createSharedListener(url, 'spec', 'appended', createNotifications(), { poll: 10, readHead });
  const end = shared.use(() => {});
  await vi.advanceTimersByTimeAsync(10);
  end();
  ending.push(shared.use(() => {}));
  first.resolve(undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toBe(11);
});

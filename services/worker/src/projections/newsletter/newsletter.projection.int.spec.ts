import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { newsletterProjection } from './newsletter.projection.ts';

it('an address is listed from its request to its end, with the confirmed section and time', async ({
  log,
  model,
}) => {
  model.start(newsletterProjection);
  const at = new Date('2026-01-02T03:04:05.678Z');
  const { hash, subscriberId, email, ...subscriber } = log.subscriber('reader@example.org');
  const [first, last] = [new Date('2026-01-01T00:00:00.000Z'), new Date('2026-01-05T00:00:00.000Z')];
  await model.applied(await subscriber.request('first', first, 'clash'));
  const named = { subscriber_id: subscriberId, address_hash: hash, email, section: 'clash' };
  const row = { ...named, requested_at: first };
  expect(await model.contents()).toEqual({ subscriber: [{ ...row, confirmed_at: null }] });
  await model.applied(await subscriber.confirm(at));
  expect(await model.contents()).toEqual({ subscriber: [{ ...row, confirmed_at: at }] });
  await model.applied(await subscriber.request('last', last, 'view'));
  const asked = { ...row, requested_at: last, confirmed_at: at };
  expect(await model.contents()).toEqual({ subscriber: [asked] });
  const later = new Date('2026-01-06T00:00:00.000Z');
  await model.applied(await subscriber.confirm(later, null));
  expect(await model.contents()).toEqual({ subscriber: [{ ...asked, section: null, confirmed_at: later }] });
  await model.applied(await subscriber.end());
  expect(await model.contents()).toEqual({ subscriber: [] });
});

it('a confirmation sets the section of its link, even if another one was requested since', async ({
  log,
  model,
}) => {
  model.start(newsletterProjection);
  const subscriber = log.subscriber('reader@example.org');
  await subscriber.request('first', undefined, 'clash');
  await subscriber.request('other', undefined, 'view');
  await model.applied(await subscriber.confirm(undefined, 'clash'));
  expect((await model.contents()).subscriber).toMatchObject([{ section: 'clash' }]);
});

it('the projection stops at a confirmation without a request', async ({ log, model }) => {
  const { status } = model.start(newsletterProjection);
  const position = await log.subscriber('reader@example.org').confirm();
  await until(() => expect(JSON.stringify(status)).toContain(position));
  expect((await model.contents()).subscriber).toEqual([]);
});

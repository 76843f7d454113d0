import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { newsletterProjection } from './newsletter.projection.ts';

it('lists an address from its request to its end, with the times of its last request and its confirmation', async ({
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
  await model.applied(await subscriber.request('last', last));
  expect(await model.contents()).toEqual({
    subscriber: [{ ...row, section: null, requested_at: last, confirmed_at: at }],
  });
  await model.applied(await subscriber.end());
  expect(await model.contents()).toEqual({ subscriber: [] });
});

it('stops at a confirmation without a request', async ({ log, model }) => {
  const { status } = model.start(newsletterProjection);
  const position = await log.subscriber('reader@example.org').confirm();
  await until(() => expect(JSON.stringify(status)).toContain(position));
  expect((await model.contents()).subscriber).toEqual([]);
});

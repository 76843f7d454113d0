import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { newsletterProjection } from './newsletter.projection.ts';

it('lists an address from its request to its end, with the time of its confirmation', async ({
  log,
  model,
}) => {
  model.start(newsletterProjection);
  const at = new Date('2026-01-02T03:04:05.678Z');
  const { hash, subscriberId, email, ...subscriber } = log.subscriber('reader@example.org');
  await model.applied(await subscriber.request());
  const row = { subscriber_id: subscriberId, address_hash: hash, email };
  expect(await model.contents()).toEqual({ subscriber: [{ ...row, confirmed_at: null }] });
  await model.applied(await subscriber.confirm(at));
  expect(await model.contents()).toEqual({ subscriber: [{ ...row, confirmed_at: at }] });
  await model.applied(await subscriber.request());
  expect(await model.contents()).toEqual({ subscriber: [{ ...row, confirmed_at: at }] });
  await model.applied(await subscriber.end());
  expect(await model.contents()).toEqual({ subscriber: [] });
});

it('stops at a confirmation without a request', async ({ log, model }) => {
  const { status } = model.start(newsletterProjection);
  const position = await log.subscriber('reader@example.org').confirm();
  await until(() => expect(JSON.stringify(status)).toContain(position));
  expect((await model.contents()).subscriber).toEqual([]);
});

import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { newsletterProjection } from './newsletter.projection.ts';

it('lists an address from its request to its end, with the time of its confirmation', async ({
  log,
  start,
  applied,
  contents,
}) => {
  start(newsletterProjection);
  const at = new Date('2026-01-02T03:04:05.678Z');
  const { hash, subscriberId, email, ...subscriber } = log.subscriber('reader@example.org');
  await applied(await subscriber.request());
  const row = { subscriber_id: subscriberId, address_hash: hash, email };
  expect(await contents()).toEqual({ subscriber: [{ ...row, confirmed_at: null }] });
  await applied(await subscriber.confirm(at));
  expect(await contents()).toEqual({ subscriber: [{ ...row, confirmed_at: at }] });
  await applied(await subscriber.request());
  expect(await contents()).toEqual({ subscriber: [{ ...row, confirmed_at: at }] });
  await applied(await subscriber.end());
  expect(await contents()).toEqual({ subscriber: [] });
});

it('stops at a confirmation without a request', async ({ log, start, contents }) => {
  const { status } = start(newsletterProjection);
  const position = await log.subscriber('reader@example.org').confirm();
  await until(() => expect(JSON.stringify(status)).toContain(position));
  expect((await contents()).subscriber).toEqual([]);
});

import { concernSubject } from '@journal/events';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { concernsProjection } from './concerns.projection.ts';

it('a concern is listed until it is erased, and notifies its readers', async ({ log, model }) => {
  const heard = await model.listen();
  model.start(concernsProjection);
  const at = new Date('2026-01-02T03:04:05.678Z');
  await log.concerns.report('one', 'I am named.', 12, at);
  await model.applied(await log.concerns.report('two', 'Something else.'));
  const row = { concern_id: 'one', at, article_id: 12, text: 'I am named.', reply_to: null };
  expect((await model.contents()).concern).toMatchObject([row, { concern_id: 'two', article_id: null }]);
  expect(heard.flatMap(({ topics }) => topics)).toContain('concerns');
  await model.applied(await log.concerns.erase('one'));
  expect((await model.contents()).concern).toMatchObject([{ concern_id: 'two' }]);
});

it('a concern has no text once its key is deleted', async ({ log, model }) => {
  const position = await log.concerns.report('one', 'I am named.');
  await log.vault.forget(concernSubject({ concernId: 'one' }));
  model.start(concernsProjection);
  await model.applied(position);
  expect((await model.contents()).concern).toMatchObject([{ text: null, reply_to: null }]);
});

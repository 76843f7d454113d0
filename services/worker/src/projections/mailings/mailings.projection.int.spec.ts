import { expect } from 'vitest';
import { mailingIn } from '../../testing/mailing-log.ts';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { mailingsProjection } from './mailings.projection.ts';

const at = new Date('2026-01-02T03:04:05.678Z');
const counts = { accepted: 1, refused: 0, uncertain: 1, left: 0, suppressed: 0 };

it('a mailing has its current state and its steps with their actors, and notifies the newsroom', async ({
  log,
  model,
}) => {
  const heard = await model.listen();
  model.start(mailingsProjection);
  const mailing = mailingIn(log, '7-1', at);
  await mailing.prepare(7, 'clash');
  await mailing.test();
  await mailing.step('MailingStarted');
  await mailing.pause('editor');
  await model.applied(await mailing.freeze(2));
  const one = async () => (await model.contents()).mailing[0];
  expect(await one()).toEqual({
    ...{ mailing_id: '7-1', issue_number: 7, revision: 4, audience: 'clash', status: 'paused' },
    ...{ reason: 'editor', recipients: 2, content_hash: 'ab'.repeat(32), counts: null },
    ...{ prepared_at: at, started_at: at, frozen_at: at, completed_at: null },
  });
  await model.applied(await mailing.step('MailingResumed'));
  expect(await one()).toMatchObject({ status: 'sending', reason: null });
  await model.applied(await mailing.complete(counts));
  expect(await one()).toMatchObject({
    status: 'completed',
    completed_at: at,
    counts: JSON.stringify(counts),
  });
  await model.applied(await mailing.step('MailingRepeated'));
  expect(await one()).toMatchObject({ status: 'sending', completed_at: null, counts: null });
  await model.applied(await mailing.step('MailingCancelled'));
  expect(await one()).toMatchObject({ status: 'cancelled', recipients: 2 });
  const steps = (await model.contents()).mailing_step;
  expect(steps).toHaveLength(9);
  expect(steps.find(({ event }) => event === 'MailingPaused')).toEqual({
    ...{ mailing_id: '7-1', revision: 3, event: 'MailingPaused', at, reason: 'editor' },
    ...{ actor_id: 'admin', actor_role: 'admin' },
  });
  expect(JSON.stringify(steps)).not.toContain('example.org');
  expect(heard.flatMap(({ topics }) => topics)).toContain('mailings');
});

it('a mailing that was paused before its recipients were frozen resumes with freezing them', async ({
  log,
  model,
}) => {
  model.start(mailingsProjection);
  const mailing = mailingIn(log, '7-1', at);
  await mailing.prepare(7, 'everybody');
  await mailing.step('MailingStarted');
  await mailing.pause('failures');
  await model.applied(await mailing.step('MailingResumed'));
  expect((await model.contents()).mailing).toMatchObject([{ status: 'freezing', frozen_at: null }]);
});

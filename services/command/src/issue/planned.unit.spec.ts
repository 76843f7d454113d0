import { randomUUID } from 'node:crypto';
import { userStream } from '@journal/events';
import { expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers, statusesOf } from '../testing/command-side.ts';

const at = '2026-02-01T07:00:00.000Z';
const whole = [
  ...['IssueClosed', 'ArticleIdClaimed', 'SubmissionPublished', 'ArticlePublished'],
  'IssuePublished',
];

/** Issue 7 with an article and an accepted pitch, planned for that time. */
async function start(parts: Parameters<typeof createNewsroom>[0] = {}, change: object = {}) {
  const side = await createNewsroom(parts);
  await side.publish();
  const { headers } = side.admin;
  const toIssue = (method: 'POST' | 'PUT', path: string, body?: object, more: Headers = {}) =>
    side.call(method, `/api/issues${path}`, body, { ...headers, ...more });
  const pitch = await side.pitched(change);
  await side.step(pitch, 'accept');
  await toIssue('POST', '', { number: 7, date: '2027-01-31' });
  await toIssue('PUT', '/7/pieces', { pieces: [{ articleId: 1 }, { submissionId: pitch }] });
  const schedule = (time = at, more?: Headers) => toIssue('POST', '/7/publish', { at: time }, more);
  const planned = await schedule(at, { 'x-request-id': 'plan-7' });
  const before = side.log.length;
  return {
    ...{ ...side, toIssue, schedule, pitch, planned },
    unschedule: () => toIssue('POST', '/7/unschedule'),
    asPlanned: () => side.send('POST', '/api/operations/issues/7/publish-as-planned'),
    /** Moves the command side's clock to the time of the plan. */
    comes: () => side.pass(Date.parse(at) - side.clock.now.getTime()),
    written: () => side.types(before),
  };
}

it('an issue can be scheduled, rescheduled and cancelled, and is returned with its planned time', async () => {
  const side = await start();
  expect(side.planned.json()).toMatchObject({ status: 'draft', publishAt: at });
  const later = await side.schedule('2026-02-01T09:00:00+01:00', {
    'if-match': String(side.planned.headers.etag),
  });
  expect(later.json().publishAt).toBe('2026-02-01T08:00:00.000Z');
  expect(codeOf(await side.schedule(at, { 'if-match': String(side.planned.headers.etag) }))).toBe(
    'edited-meanwhile',
  );
  expect((await side.unschedule()).json().publishAt).toBeNull();
  expect((await side.unschedule()).statusCode).toBe(200);
  for (const [time, message] of [
    ['2026-01-02T03:04:05.678Z', 'This time has passed'],
    ['2028-02-01T00:00:00Z', 'This time is more than two years away'],
  ] as const)
    expect((await side.schedule(time)).json().errors).toEqual([{ path: 'at', message }]);
  expect(side.written()).toEqual(['IssueScheduled', 'IssueUnscheduled']);
});

it('a planned issue is published once at its time, with the user who planned it as the actor', async () => {
  const side = await start();
  expect((await side.asPlanned()).statusCode).toBe(204);
  expect(side.written()).toEqual([]);
  side.comes();
  const answers = await Promise.all([side.asPlanned(), side.asPlanned(), side.asPlanned()]);
  expect(statusesOf(answers)).toEqual([204, 204, 204]);
  expect((await side.asPlanned()).statusCode).toBe(204);
  expect(side.written()).toEqual(whole);
  for (const { metadata } of (await side.events()).slice(-whole.length))
    expect(metadata).toMatchObject({ actor: { id: side.admin.userId }, requestId: 'plan-7' });
});

it('a plan is not carried out if it is cancelled at the same moment or the issue was published by hand', async () => {
  const side = await start();
  side.comes();
  side.interrupt(() => side.unschedule());
  expect((await side.asPlanned()).statusCode).toBe(204);
  expect(side.written()).toEqual(['IssueUnscheduled']);
  const other = await start();
  await other.toIssue('POST', '/7/publish');
  other.comes();
  expect((await other.asPlanned()).statusCode).toBe(204);
  expect(other.written()).toEqual(whole);
});

it('an interrupted planned publication is resumed, not started again', async () => {
  const side = await start();
  side.comes();
  side.dieAfter(2);
  expect((await side.asPlanned()).statusCode).toBe(503);
  side.revive();
  expect((await side.asPlanned()).statusCode).toBe(204);
  expect(side.written()).toEqual(whole.slice(0, 2));
  await side.send('POST', '/api/operations/issues/7/finish-publishing');
  expect(side.written()).toEqual(whole);
});

it('a planned issue omits pieces that may not be published, and is not published if none is left', async () => {
  const side = await start({ consentAge: 16 }, { age: 13 });
  side.comes();
  expect((await side.asPlanned()).statusCode).toBe(204);
  expect(side.written()).toEqual(['IssueClosed', 'IssuePublished']);
  const empty = await start();
  await empty.toIssue('PUT', '/7/pieces', { pieces: [{ submissionId: empty.pitch }] });
  await empty.withdrawPitch(empty.pitch);
  empty.comes();
  expect(codeOf(await empty.asPlanned())).toBe('issue-empty');
});

it('a planned issue of which only pieces without consent are left waits for the consent', async () => {
  const side = await start({ consentAge: 16 }, { age: 13 });
  await side.toIssue('PUT', '/7/pieces', { pieces: [{ submissionId: side.pitch }] });
  side.comes();
  expect(codeOf(await side.asPlanned())).toBe('consent-missing');
  expect(side.written()).toEqual(['IssueArranged']);
  const { userId } = side.writer;
  const data = { userId, guardianId: randomUUID() };
  await side.append(userStream(userId), { type: 'GuardianAsked', data: { ...data, email: 'a@example.org' } });
  await side.append(userStream(userId), { type: 'GuardianConsented', data });
  expect((await side.asPlanned()).statusCode).toBe(204);
  expect(side.written().slice(-whole.length)).toEqual(whole);
});

it('carrying out the plan of an unknown issue returns issue-not-found', async () => {
  const { send } = await createNewsroom();
  expect(codeOf(await send('POST', '/api/operations/issues/8/publish-as-planned'))).toBe('issue-not-found');
});

import { submissionStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers, statusesOf } from '../testing/command-side.ts';

const publishAt = '2026-02-01T07:00:00.000Z';
const milliseconds = (from: string, to: string) => Date.parse(to) - Date.parse(from);
const day = 24 * 3_600_000;
const whole = ['ArticleIdClaimed', 'SubmissionPublished', 'ArticlePublished'];

async function start() {
  const side = await createNewsroom();
  const id = await side.pitched();
  return {
    ...side,
    id,
    schedule: (time = publishAt, headers?: Headers) =>
      side.step(id, 'schedule', { publishAt: time }, headers),
    publishAsPlanned: (which: string) =>
      side.send('POST', `/api/operations/submissions/${which}/publish-as-planned`),
    unschedule: () => side.step(id, 'unschedule'),
    /** Moves the command side's clock to that time. */
    at: (time: string) => side.pass(milliseconds(side.clock.now.toISOString(), time)),
  };
}

describe('the planned publication of a pitch', () => {
  it('is returned with the pitch, recorded once for a repeated request, changed and cancelled', async () => {
    const side = await start();
    const first = await side.schedule(publishAt, { 'idempotency-key': 'one' });
    expect(first.json()).toMatchObject({ status: 'pending', stage: 'received', publishAt });
    const before = side.log.length;
    const again = await side.schedule(publishAt, { 'idempotency-key': 'one' });
    expect([again.json(), side.log.length]).toEqual([first.json(), before]);
    const later = await side.schedule('2026-02-01T09:00:00+01:00', {
      'if-match': String(first.headers.etag),
    });
    expect(later.json().publishAt).toBe('2026-02-01T08:00:00.000Z');
    const outdated = await side.schedule(publishAt, { 'if-match': String(first.headers.etag) });
    expect([outdated.statusCode, codeOf(outdated)]).toEqual([412, 'edited-meanwhile']);
    expect((await side.unschedule()).json().publishAt).toBeNull();
    expect((await side.unschedule()).statusCode).toBe(200);
    expect(side.types(before)).toEqual(['SubmissionScheduled', 'SubmissionUnscheduled']);
  });

  it.each([
    ['2026-01-02T03:04:05.678Z', 'This time has passed'],
    ['2026-01-02T03:04:05Z', 'This time has passed'],
    ['2026-01-02T14:00:00+23:59', 'This time has passed'],
    ['0000-01-01T00:00:00Z', 'This time has passed'],
    ['2026-12-31T23:59:60Z', 'This time has passed'],
    ['2028-01-05T00:00:00Z', 'This time is more than two years away'],
    ['9999-12-31T23:59:59Z', 'This time is more than two years away'],
    ['2026-02-01T07:00:00', undefined],
    ['2026-02-01', undefined],
    ['2026-02-30T07:00:00Z', undefined],
    ['2026-02-01T24:00:00Z', undefined],
    ['tomorrow', undefined],
    ['', undefined],
    [1_800_000_000_000, undefined],
    [null, undefined],
  ])('is rejected for the time %j', async (time, message) => {
    const side = await start();
    const before = side.log.length;
    const answer = await side.step(side.id, 'schedule', { publishAt: time });
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid-request']);
    expect(answer.json().errors).toMatchObject([{ path: 'publishAt', ...(message && { message }) }]);
    expect(side.log).toHaveLength(before);
  });

  it('is carried out once at its time, with the user who planned it as the actor', async () => {
    const side = await start();
    await side.schedule(publishAt, { 'x-request-id': 'request-7' });
    const before = side.log.length;
    side.at('2026-02-01T06:59:59.999Z');
    expect((await side.publishAsPlanned(side.id)).headers['journal-position']).toBeUndefined();
    expect(side.types(before)).toEqual([]);
    side.at(publishAt);
    const answers = await Promise.all([1, 2, 3, 4].map(() => side.publishAsPlanned(side.id)));
    expect(statusesOf(answers)).toEqual([204, 204, 204, 204]);
    expect(side.types(before)).toEqual(whole);
    const metadata = { actor: { id: side.admin.userId, role: 'admin' }, requestId: 'request-7' };
    expect((await side.events()).slice(-2)).toMatchObject([{ metadata }, { metadata }]);
    // Setting the clock back publishes nothing again.
    side.pass(-40 * day);
    expect((await side.publishAsPlanned(side.id)).statusCode).toBe(204);
    expect(side.types(before)).toEqual(whole);
  });

  it('is carried out even long after its time, with the current text', async () => {
    const side = await start();
    await side.schedule();
    await side.editPitch(side.id, { articleTitle: 'Edited since' });
    expect((await side.editOwnPitch(side.id, { articleTitle: 'Unread' })).statusCode).toBe(409);
    side.pass(90 * day);
    expect((await side.publishAsPlanned(side.id)).statusCode).toBe(204);
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'ArticlePublished',
      data: { title: 'Edited since' },
    });
  });

  it('is completed if the command service dies halfway', async () => {
    const side = await start();
    await side.schedule();
    side.at(publishAt);
    const before = side.log.length;
    side.dieAfter(2);
    expect((await side.publishAsPlanned(side.id)).statusCode).toBe(503);
    side.revive();
    expect(side.types(before)).toEqual(whole.slice(0, 2));
    expect((await side.publishAsPlanned(side.id)).statusCode).toBe(204);
    expect((await side.finishPublishing(side.id)).statusCode).toBe(204);
    expect(side.types(before)).toEqual(whole);
  });

  it.each([
    ['declined', 'SubmissionDeclined', 'reopen', 'SubmissionReopened'],
    ['deleted', 'SubmissionDeleted', 'restore', 'SubmissionRestored'],
  ])(
    'is cancelled in so many words when a pitch that was %s comes back',
    async (what, ended, undo, undone) => {
      const side = await start();
      await side.schedule();
      const before = side.log.length;
      const end = () =>
        what === 'deleted' ? side.deletePitch(side.id) : side.step(side.id, 'decline', { message: 'No' });
      expect((await end()).statusCode).toBeLessThan(300);
      side.at(publishAt);
      expect((await side.publishAsPlanned(side.id)).statusCode).toBe(204);
      expect((await side.step(side.id, undo)).json()).toMatchObject({ status: 'pending', publishAt: null });
      expect(side.types(before)).toEqual([ended, undone, 'SubmissionUnscheduled']);
      expect((await side.publishAsPlanned(side.id)).statusCode).toBe(204);
      await end();
      await side.step(side.id, undo);
      expect(side.types(before).slice(3)).toEqual([ended, undone]);
    },
  );

  it('ends with a rejection of before, although nothing says that it is cancelled', async () => {
    const side = await start();
    await side.schedule();
    const which = { submissionId: side.id, userId: side.writer.userId };
    const stream = submissionStream(side.id);
    await side.append(stream, { type: 'SubmissionDeclined', data: { ...which, note: 'No' } });
    await side.append(stream, { type: 'SubmissionReopened', data: which });
    side.at(publishAt);
    expect((await side.publishAsPlanned(side.id)).headers['journal-position']).toBeUndefined();
    expect((await side.unschedule()).json().publishAt).toBeNull();
    expect((await side.events()).at(-1)?.type).toBe('SubmissionReopened');
  });

  it.each([
    ['cancelled', (side: Awaited<ReturnType<typeof start>>) => side.unschedule()],
    ['put off', (side: Awaited<ReturnType<typeof start>>) => side.schedule('2026-06-01T00:00:00Z')],
    ['withdrawn', (side: Awaited<ReturnType<typeof start>>) => side.withdrawPitch(side.id)],
    [
      'declined',
      (side: Awaited<ReturnType<typeof start>>) => side.step(side.id, 'decline', { message: 'No' }),
    ],
  ])('creates no article if it is %s at the same moment', async (_what, happens) => {
    const side = await start();
    await side.schedule();
    side.at('2026-01-31T00:00:00Z');
    const before = side.log.length;
    // Clocks differ between machines.
    side.interrupt(async () => {
      side.at('2026-01-31T00:00:00Z');
      expect((await happens(side)).statusCode).toBe(200);
    }, 1);
    side.at(publishAt);
    expect((await side.publishAsPlanned(side.id)).statusCode).toBe(204);
    expect(side.types(before)).toHaveLength(2);
    expect(side.types(before)).not.toContain('SubmissionPublished');
  });

  it('returns 404 for an unknown pitch', async () => {
    const side = await start();
    const answer = await side.publishAsPlanned('00000000-0000-4000-8000-00000000dead');
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'submission-not-found']);
  });
});

import { articleStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers, statusesOf } from '../testing/command-side.ts';

const unpublishAt = '2026-02-01T07:00:00.000Z';
const day = 24 * 3_600_000;

async function start() {
  const side = await createNewsroom();
  await side.publish();
  const asEditor = (path: string, body?: object, headers: Headers = {}) =>
    side.call('POST', `/api/articles/1/${path}`, body, { ...side.admin.headers, ...headers });
  const before = side.log.length;
  return {
    ...side,
    schedule: (time: unknown = unpublishAt, headers?: Headers) =>
      asEditor('schedule-unpublish', { unpublishAt: time }, headers),
    cancel: (headers?: Headers) => asEditor('cancel-unpublish', undefined, headers),
    takeDown: () => side.send('POST', '/api/operations/articles/1/unpublish-as-planned'),
    /** Moves the command side's clock to that time. */
    at: (time: string) => side.pass(Date.parse(time) - side.clock.now.getTime()),
    written: () => side.types(before),
  };
}

describe('the planned removal of an article', () => {
  it('can be scheduled, rescheduled and cancelled, once for a repeated request', async () => {
    const side = await start();
    const first = await side.schedule(unpublishAt, { 'idempotency-key': 'one' });
    const again = await side.schedule(unpublishAt, { 'idempotency-key': 'one' });
    expect([first.statusCode, again.json(), again.headers.etag]).toEqual([
      200,
      first.json(),
      first.headers.etag,
    ]);
    // The article as readers get it does not mention the plan.
    expect(first.body).not.toContain('unpublish');
    expect((await side.schedule()).statusCode).toBe(200);
    const seen = { 'if-match': String(first.headers.etag) };
    expect((await side.schedule('2026-02-01T09:00:00+01:00', seen)).statusCode).toBe(200);
    expect((await side.events()).at(-1)?.data).toMatchObject({ unpublishAt: '2026-02-01T08:00:00.000Z' });
    for (const answer of [await side.schedule(unpublishAt, seen), await side.cancel(seen)])
      expect([answer.statusCode, codeOf(answer)]).toEqual([412, 'edited-meanwhile']);
    expect(statusesOf([await side.cancel(), await side.cancel()])).toEqual([200, 200]);
    const planned = 'ArticleUnpublishScheduled';
    expect(side.written().filter((type) => type !== 'RequestAccepted')).toEqual([
      planned,
      planned,
      'ArticleUnpublishCancelled',
    ]);
  });

  it.each(['2026-01-02T03:04:05Z', '2028-01-05T00:00:00Z', '2026-02-01', 'soon', '', null, 7])(
    'is rejected for the time %j',
    async (time) => {
      const side = await start();
      const answer = await side.schedule(time);
      expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ path: 'unpublishAt' }]]);
      expect(side.written()).toEqual([]);
    },
  );

  it('deletes the article once at its time, for the user who planned it, and can be undone', async () => {
    const side = await start();
    await side.schedule(unpublishAt, { 'x-request-id': 'request-7' });
    side.at('2026-02-01T06:59:59.999Z');
    expect((await side.takeDown()).statusCode).toBe(204);
    expect(side.written()).toEqual(['ArticleUnpublishScheduled']);
    side.pass(90 * day);
    expect(statusesOf(await Promise.all([1, 2, 3].map(side.takeDown)))).toEqual([204, 204, 204]);
    expect(side.written()).toEqual(['ArticleUnpublishScheduled', 'ArticleDeleted']);
    expect((await side.events()).at(-1)).toMatchObject({
      metadata: { actor: { id: side.admin.userId, role: 'admin' }, requestId: 'request-7' },
    });
    expect(codeOf(await side.schedule('2027-01-01T00:00:00Z'))).toBe('article-not-found');
    await side.restore(1);
    // A plan is carried out once, whatever follows.
    expect((await side.takeDown()).headers['journal-position']).toBeUndefined();
    expect(side.written().at(-1)).toBe('ArticleRestored');
  });

  it('deletes nothing if it is cancelled at the same moment', async () => {
    const side = await start();
    await side.schedule();
    side.at(unpublishAt);
    side.interrupt(() => side.cancel());
    expect((await side.takeDown()).statusCode).toBe(204);
    expect(side.written()).toEqual(['ArticleUnpublishScheduled', 'ArticleUnpublishCancelled']);
  });

  it('deletes nothing once editors have removed an article that its writer hid', async () => {
    const side = await start();
    await side.schedule();
    for (const type of ['ArticleHidden', 'ArticleRemoved'] as const)
      await side.append(articleStream(1), { type, data: { articleId: 1 } });
    side.at(unpublishAt);
    expect((await side.takeDown()).statusCode).toBe(204);
    expect(side.written().at(-1)).toBe('ArticleRemoved');
  });

  it('can be cancelled but not rescheduled while the article is hidden, and neither once it is deleted', async () => {
    const side = await start();
    await side.schedule();
    await side.append(articleStream(1), { type: 'ArticleHidden', data: { articleId: 1 } });
    expect(codeOf(await side.schedule('2026-03-01T07:00:00Z'))).toBe('article-not-found');
    expect((await side.cancel()).statusCode).toBe(200);
    side.at(unpublishAt);
    await side.takeDown();
    expect(side.written().at(-1)).toBe('ArticleUnpublishCancelled');
    await side.remove(1);
    expect(codeOf(await side.cancel())).toBe('article-not-found');
  });

  it('returns 404 for an unknown article', async () => {
    const side = await start();
    const answer = await side.send('POST', '/api/operations/articles/9/unpublish-as-planned');
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'article-not-found']);
  });
});

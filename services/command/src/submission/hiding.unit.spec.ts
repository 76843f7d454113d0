import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, userWith } from '../testing/command-side.ts';

async function start(change: object = {}) {
  const side = await createNewsroom();
  const id = await side.pitched(change);
  await side.publishPitch(id);
  const before = side.log.length;
  const own = (way: string, headers = side.writer.headers, pitch = id) =>
    side.call('POST', `/api/submissions/mine/${pitch}/${way}`, undefined, headers);
  return {
    ...side,
    id,
    own,
    byEditor: (way: string) => side.call('POST', `/api/articles/1/${way}`, undefined, side.admin.headers),
    written: () => side.types(before),
  };
}

describe('hiding a piece', () => {
  it('can be done and undone by its writer, idempotently', async () => {
    const side = await start();
    for (const [way, event] of [
      ['hide', 'ArticleHidden'],
      ['show', 'ArticleShown'],
    ]) {
      for (const _again of [1, 2]) {
        const answer = await side.own(String(way));
        expect([answer.statusCode, answer.headers['journal-position']]).toEqual([
          204,
          await side.store.head(),
        ]);
      }
      expect(side.written().at(-1)).toBe(event);
    }
    expect(side.written()).toEqual(['ArticleHidden', 'ArticleShown']);
    expect((await side.events()).at(-1)).toMatchObject({
      stream: 'article-1',
      metadata: { actor: { id: side.writer.userId, role: 'writer' } },
    });
  });

  it('is rejected for anyone but the writer', async () => {
    const side = await start();
    const other = await userWith(side);
    const before = side.log.length;
    for (const way of ['hide', 'show'])
      for (const [headers, status] of [
        [side.admin.headers, 403],
        [other.headers, 403],
        [{}, 401],
      ] as const)
        expect((await side.own(way, headers as never)).statusCode).toBe(status);
    expect(side.log).toHaveLength(before);
  });

  it('requires an article, and completes an interrupted publication first', async () => {
    const side = await start();
    const waiting = await side.pitched();
    expect(codeOf(await side.own('hide', undefined, waiting))).toBe('article-not-found');
    side.dieAfter(2);
    await side.publishPitch(waiting);
    side.revive();
    expect((await side.own('hide', undefined, waiting)).statusCode).toBe(204);
    expect(side.written().slice(-2)).toEqual(['ArticlePublished', 'ArticleHidden']);
  });

  it('prevents editors from editing or showing the piece', async () => {
    const side = await start();
    await side.edit(1, { title: 'New' });
    await side.own('hide');
    const before = side.log.length;
    const refused = [await side.edit(1, { title: 'Newer' }), await side.restore(1, { revision: 0 })];
    for (const answer of refused)
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'article-not-found']);
    const shown = await side.restore(1);
    expect([shown.statusCode, codeOf(shown)]).toEqual([409, 'article-not-deleted']);
    const path = `/api/submissions/mine/${side.id}/show`;
    expect((await side.call('POST', path, undefined, side.admin.headers)).statusCode).toBe(403);
    expect(side.log).toHaveLength(before);
    await side.remove(1);
    expect(codeOf(await side.restore(1, { revision: 0 }))).toBe('article-not-found');
    await side.restore(1);
    expect(side.types(before)).toEqual(['ArticleDeleted', 'ArticleRestored']);
    expect((await side.own('show')).statusCode).toBe(204);
  });

  it('lets editors withhold the name, hidden or not, until they set one again', async () => {
    const side = await start();
    const unnamed = { authorName: 'Name withheld', authorAge: null, authorSchool: null };
    const choose = (byline: object) =>
      side.call('PUT', `/api/submissions/mine/${side.id}/byline`, byline, side.writer.headers);
    const byline = { name: 'first', showAge: true, showSchool: false };
    for (const way of ['hide', 'show']) {
      await side.own(way);
      expect((await side.byEditor('unname')).statusCode).toBe(204);
      const refused = await choose(byline);
      expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'name-withheld']);
    }
    expect((await side.edit(1, { ...unnamed, title: 'New' })).json()).toMatchObject(unnamed);
    const given = { authorName: 'Sample W.', authorAge: 14, authorSchool: null };
    expect((await side.edit(1, given)).json()).toMatchObject(given);
    side.pass(1);
    expect((await choose(byline)).statusCode).toBe(200);
    expect((await side.events()).at(-1)).toMatchObject({ data: { authorName: 'Sample' } });
  });

  it('keeps the name withheld when an older version is restored, also of a deleted article', async () => {
    const side = await start();
    const unnamed = { authorName: 'Name withheld', authorAge: null, authorSchool: null };
    await side.edit(1, { title: 'New' });
    await side.byEditor('unname');
    const restored = (await side.restore(1, { revision: 0 })).json();
    expect(restored).toMatchObject(unnamed);
    expect(restored.title).not.toBe('New');
    await side.remove(1);
    const fields = ['title', 'authorName', 'authorAge', 'authorSchool'];
    expect((await side.restore(1, { revision: 1, fields })).json()).toMatchObject({
      ...unnamed,
      title: 'New',
    });
  });

  it('brings back no earlier choice of byline once editors have withheld the name', async () => {
    const side = await start({ byline: { name: 'pen', penName: 'Fox', showAge: true, showSchool: true } });
    const path = `/api/submissions/mine/${side.id}/byline`;
    const choose = (byline: object) => side.call('PUT', path, byline, side.writer.headers);
    const follow = () => side.send('POST', `/api/operations/submissions/${side.id}/follow-byline`);
    side.dieAfter(1);
    await choose({ name: 'first', showAge: true, showSchool: true });
    side.revive();
    await side.byEditor('unname');
    const before = side.log.length;
    expect((await follow()).statusCode).toBe(204);
    expect(side.log).toHaveLength(before);
    await side.edit(1, { authorName: 'S. W.', authorAge: 14, authorSchool: null });
    await follow();
    expect(side.types(before)).toEqual(['ArticleEdited']);
    side.pass(1);
    await choose({ name: 'pen', penName: 'Fox', showAge: true, showSchool: true });
    expect((await side.events()).at(-1)?.data).toMatchObject({ authorName: 'S. W.', authorSchool: null });
  });

  it('lets editors withhold and set the name of an article without a pitch, too', async () => {
    const side = await start();
    await side.publish();
    const unname = await side.call('POST', '/api/articles/2/unname', undefined, side.admin.headers);
    expect(unname.statusCode).toBe(204);
    expect((await side.events()).at(-1)).toMatchObject({
      stream: 'article-2',
      data: { authorName: 'Name withheld', authorAge: null },
    });
    const edited = await side.edit(2, { authorName: 'Another Writer' });
    expect([edited.statusCode, edited.json()]).toMatchObject([200, { authorName: 'Another Writer' }]);
    expect((await side.edit(2)).statusCode).toBe(200);
  });

  it('can be made final by editors; the article then rejects every change but its deletion with 410', async () => {
    const side = await start();
    expect(codeOf(await side.byEditor('remove'))).toBe('article-not-hidden');
    await side.own('hide');
    expect((await side.byEditor('remove')).statusCode).toBe(204);
    const before = side.log.length;
    for (const answer of [
      await side.own('show'),
      await side.own('hide'),
      await side.edit(1),
      await side.restore(1, { revision: 0 }),
      await side.byEditor('unname'),
      await side.byEditor('remove'),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([410, 'article-removed']);
    expect(side.log).toHaveLength(before);
    const byline = { name: 'first', showAge: true, showSchool: false };
    const path = `/api/submissions/mine/${side.id}/byline`;
    expect((await side.call('PUT', path, byline, side.writer.headers)).statusCode).toBe(200);
    await side.remove(1);
    expect(side.written()).toEqual([
      'ArticleHidden',
      'ArticleRemoved',
      'SubmissionBylineChosen',
      'ArticleDeleted',
    ]);
  });

  it('is rejected with 403 for an unknown pitch', async () => {
    const side = await start();
    await side.publish();
    expect((await side.own('hide', undefined, '00000000-0000-4000-8000-000000000000')).statusCode).toBe(403);
  });
});

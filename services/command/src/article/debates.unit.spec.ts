import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, statusesOf } from '../testing/command-side.ts';

/** Articles 1 to 4: two of The Clash, one of The View and one more of The Clash. */
async function createDebates() {
  const side = await createNewsroom();
  for (const section of ['clash', 'clash', 'view', 'clash']) await side.publish({ section });
  const pair = (id: number, statementId: unknown) =>
    side.send('PUT', `/api/articles/${id}/opposing`, { payload: { statementId } });
  const unpair = (id: number) => side.send('DELETE', `/api/articles/${id}/opposing`);
  /** The debate events in the stream of an article. */
  const told = async (id: number) =>
    (await side.stream(`article-${id}`))
      .filter(({ type }) => type === 'ArticlePaired' || type === 'ArticleUnpaired')
      .map(({ data }) => ('opposingId' in data ? [data.opposingId, data.role] : 'unpaired'));
  return { ...side, pair, unpair, told };
}

describe('a debate', () => {
  it('pairs a reply with a statement, and is recorded once in the streams of both', async () => {
    const side = await createDebates();
    const answers = [await side.pair(2, 1), await side.pair(2, 1)];
    expect(statusesOf(answers)).toEqual([204, 204]);
    expect(answers[0]?.headers['journal-position']).toBe(await side.store.head());
    expect([await side.told(1), await side.told(2)]).toEqual([[[2, 'statement']], [[1, 'reply']]]);
  });

  it.each([
    [2, 2, 400, 'An article can’t be the other side of itself'],
    [2, 99, 400, 'There is no such article'],
    [2, 3, 400, 'Both sides of a debate must be in The Clash'],
    [3, 2, 400, 'Both sides of a debate must be in The Clash'],
    [99, 2, 404, "The article you're looking for doesn't exist or has been removed."],
    [2, '1', 400, undefined],
    [2, 0, 400, undefined],
  ])(
    'of %i with %j is rejected with %i, and does not block a later one',
    async (id, statementId, status, message) => {
      const side = await createDebates();
      const answer = await side.pair(id, statementId);
      expect(answer.statusCode).toBe(status);
      if (message) expect(answer.json().message).toBe(message);
      expect(statusesOf([await side.pair(4, 2)])).toEqual([204]);
    },
  );

  it('keeps both sides from joining another debate, in any role, until it ends', async () => {
    const side = await createDebates();
    await side.pair(2, 1);
    for (const [id, statementId] of [
      [4, 1],
      [4, 2],
      [1, 4],
      [2, 4],
    ] as const)
      expect(codeOf(await side.pair(id, statementId))).toBe('article-paired');
    expect(await side.told(4)).toEqual(expect.not.arrayContaining([[1, 'reply']]));
    // Either side can end the debate.
    expect(statusesOf([await side.unpair(1), await side.pair(4, 1)])).toEqual([204, 204]);
    expect(statusesOf([await side.unpair(4), await side.unpair(4), await side.pair(2, 4)])).toEqual([
      204, 204, 204,
    ]);
  });

  it('can’t be reversed while it lasts, whether complete or half written', async () => {
    const side = await createDebates();
    await side.pair(2, 1);
    expect(codeOf(await side.pair(1, 2))).toBe('article-paired');
    await side.unpair(2);
    side.dieAfter(1);
    await side.pair(2, 1);
    side.revive();
    expect(codeOf(await side.pair(1, 2))).toBe('article-paired');
    expect((await side.told(2)).at(-1)).toBe('unpaired');
    expect(statusesOf([await side.unpair(1), await side.pair(1, 2)])).toEqual([204, 204]);
    expect((await side.told(2)).at(-1)).toEqual([1, 'statement']);
  });

  it('succeeds for only one of two concurrent requests for the same statement', async () => {
    const side = await createDebates();
    const answers = await Promise.all([side.pair(2, 1), side.pair(4, 1)]);
    expect(statusesOf(answers).sort()).toEqual([204, 409]);
    const paired = (await side.told(1)).at(-1);
    const winner = answers[0]?.statusCode === 204 ? 2 : 4;
    expect(paired).toEqual([winner, 'statement']);
    expect((await side.told(winner)).at(-1)).toEqual([1, 'reply']);
  });

  it('interrupted between its sides is completed, or ended, by repeating the request', async () => {
    const side = await createDebates();
    side.dieAfter(1);
    expect((await side.pair(2, 1)).statusCode).toBe(503);
    side.revive();
    expect([await side.told(1), await side.told(2)]).toEqual([[[2, 'statement']], []]);
    expect((await side.pair(2, 1)).statusCode).toBe(204);
    expect(await side.told(2)).toEqual([[1, 'reply']]);
    side.dieAfter(1);
    await side.unpair(1);
    side.revive();
    expect((await side.unpair(1)).statusCode).toBe(204);
    expect((await side.told(1)).at(-1)).toBe('unpaired');
    expect((await side.told(2)).at(-1)).toBe('unpaired');
  });

  it('is not ended by a request to end an earlier one, which somebody else ended at the same moment', async () => {
    const side = await createDebates();
    await side.pair(2, 1);
    side.interrupt(async () => {
      await side.unpair(2);
      await side.pair(4, 1);
    });
    expect((await side.unpair(1)).statusCode).toBe(204);
    expect((await side.told(1)).at(-1)).toEqual([4, 'statement']);
    expect((await side.told(4)).at(-1)).toEqual([1, 'reply']);
  });

  it('is not ended by a repeated request after its reply was deleted', async () => {
    const side = await createDebates();
    await side.pair(2, 1);
    await side.remove(2);
    expect(codeOf(await side.pair(2, 1))).toBe('article-not-found');
    expect((await side.told(1)).at(-1)).toEqual([2, 'statement']);
  });

  it('survives the deletion, restoration and editing of one side', async () => {
    const side = await createDebates();
    await side.pair(2, 1);
    await side.remove(2);
    expect(codeOf(await side.pair(4, 1))).toBe('article-paired');
    await side.restore(2);
    await side.edit(2, { section: 'clash', title: 'New' });
    await side.restore(2, { revision: 0 });
    expect([(await side.told(1)).length, (await side.told(2)).length]).toEqual([1, 1]);
  });
});

import { revisionEtag } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf, createCommandSide } from '../testing/command-side.ts';

/** A side with an article of three revisions. */
async function createSide() {
  const side = await createCommandSide();
  const first = await side.publish();
  await side.edit(1, { title: 'Second', authorSchool: '' });
  await side.edit(1, { title: 'Third', authorSchool: '', featured: 1 });
  const bringBack = (revision: unknown, headers = {}, id = 1) =>
    side.send('POST', `/api/articles/${id}/restore`, { payload: { revision }, headers });
  return { ...side, first, bringBack };
}

describe('POST /api/articles/:id/restore with a revision', () => {
  it('answers with the article as of then, and records which version that was', async () => {
    const side = await createSide();
    const answer = await side.bringBack(0);
    expect([answer.statusCode, answer.body]).toEqual([200, side.first.body]);
    expect(answer.headers).toMatchObject({
      etag: revisionEtag(3, answer.body),
      'journal-position': await side.store.head(),
    });
    expect((await side.events()).at(-1)?.data).toEqual({
      articleId: 1,
      contributorId: expect.any(String),
      title: 'Title',
      authorSchool: 'Sample School',
      featured: 0,
      restoredRevision: 0,
    });
  });

  it('restores a deleted article with that text, in one append', async () => {
    const side = await createSide();
    await side.remove(1);
    const answer = await side.bringBack(1);
    expect(answer.json()).toMatchObject({ title: 'Second', authorSchool: null, featured: 0 });
    expect(answer.headers.etag).toBe(revisionEtag(5, answer.body));
    expect(side.log.slice(-2).map(({ type }) => type)).toEqual(['ArticleRestored', 'ArticleEdited']);
    expect((await side.edit(1, { title: 'Fourth' })).statusCode).toBe(200);
  });

  it('restores a deleted article as of any revision, its deletion included', async () => {
    const side = await createSide();
    await side.remove(1);
    expect((await side.bringBack(3)).json().title).toBe('Third');
    expect(side.log.at(-1)?.type).toBe('ArticleRestored');
  });

  it('writes nothing if the article is the same already', async () => {
    const side = await createSide();
    const before = side.log.length;
    const answer = await side.bringBack(2);
    expect([answer.statusCode, answer.json().title, side.log.length]).toEqual([200, 'Third', before]);
  });

  it.each([
    [3, 404, 'version-not-found'],
    [2_147_483_647, 404, 'version-not-found'],
    [-1, 400, 'invalid-request'],
    [1.5, 400, 'invalid-request'],
    ['0', 400, 'invalid-request'],
    [null, 400, 'invalid-request'],
  ])('rejects revision %j and writes nothing', async (revision, status, code) => {
    const side = await createSide();
    const before = side.log.length;
    const answer = await side.bringBack(revision);
    expect([answer.statusCode, codeOf(answer), side.log.length]).toEqual([status, code, before]);
  });

  it('finds no version of a missing or erased article', async () => {
    const side = await createSide();
    for (const revision of [0, 7])
      expect(codeOf(await side.bringBack(revision, {}, 2))).toBe('article-not-found');
    await side.vault.forget('article:1');
    expect(codeOf(await side.bringBack(0))).toBe('article-not-found');
  });

  it('leaves the byline of a forgotten writer empty', async () => {
    const side = await createSide();
    const published = (await side.events()).find((event) => event.type === 'ArticlePublished');
    const contributorId = published?.data.contributorId;
    await side.vault.forget(`contributor:${contributorId}`);
    const answer = await side.bringBack(0);
    expect(answer.json()).toMatchObject({
      title: 'Title',
      authorName: 'Former contributor',
      authorAge: null,
    });
    expect((await side.events()).at(-1)?.data).toEqual({
      articleId: 1,
      contributorId,
      title: 'Title',
      featured: 0,
      restoredRevision: 0,
    });
  });

  it('decides again after a concurrent edit', async () => {
    const side = await createSide();
    side.interrupt(async () => {
      await side.edit(1, { title: 'Meanwhile', excerpt: 'Meanwhile', featured: 1 });
    });
    expect((await side.bringBack(0)).body).toBe(side.first.body);
    expect(side.log.filter(({ type }) => type === 'ArticleEdited')).toHaveLength(4);
  });

  it('restores once with an Idempotency-Key, and only that version', async () => {
    const side = await createSide();
    await side.remove(1);
    const key = { 'idempotency-key': 'key-1' };
    const answers = await Promise.all([side.bringBack(0, key), side.bringBack(0, key)]);
    await side.edit(1, { title: 'Since' });
    const before = side.log.length;
    answers.push(await side.bringBack(0, key));
    for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([200, side.first.body]);
    expect(codeOf(await side.bringBack(1, key))).toBe('idempotency-key-reused');
    expect(side.log).toHaveLength(before);
  });
});

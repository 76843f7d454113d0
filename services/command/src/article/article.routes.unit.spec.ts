import { articleJson, revisionEtag } from '@journal/contracts';
import { AppendUnknown } from '@journal/event-store';
import { describe, expect, it } from 'vitest';
import { codeOf, createCommandSide, sampleArticle } from '../testing/command-side.ts';

const sampleJson = articleJson({ ...sampleArticle, id: 1, createdAt: '2026-01-02T03:04:05.678Z' });

describe('POST /api/articles', () => {
  it('answers 201 with the article, Location, ETag and position', async () => {
    const side = await createCommandSide();
    const answer = await side.publish();
    expect(answer.statusCode).toBe(201);
    expect(answer.body).toBe(sampleJson);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      location: '/api/articles/1',
      etag: revisionEtag(0, sampleJson),
      'journal-position': await side.store.head(),
    });
  });

  it('claims an id, then publishes, with actor and request', async () => {
    const side = await createCommandSide();
    await side.publish({}, { 'x-request-id': 'request-7' });
    const [claim, published] = await side.events();
    expect([claim?.stream, claim?.type, published?.stream, published?.type]).toEqual([
      'article-ids',
      'ArticleIdClaimed',
      'article-1',
      'ArticlePublished',
    ]);
    for (const event of [claim, published])
      expect(event?.metadata).toEqual({
        actor: { id: 'service', role: 'service' },
        requestId: 'request-7',
        correlationId: 'request-7',
        causationId: 'request-7',
        schemaVersion: 1,
        at: '2026-01-02T03:04:05.678Z',
      });
  });

  it('numbers articles 1, 2, 3, even concurrently, each with its own contributor', async () => {
    const side = await createCommandSide();
    const answers = await Promise.all([side.publish(), side.publish(), side.publish()]);
    expect(answers.map((answer) => answer.json().id).sort()).toEqual([1, 2, 3]);
    const published = (await side.events()).filter((event) => event.type === 'ArticlePublished');
    expect(new Set(published.map((event) => event.data.contributorId)).size).toBe(3);
  });

  it('trims what it stores, and accepts a missing school in any form', async () => {
    const side = await createCommandSide();
    for (const authorSchool of ['', '  ', null, undefined])
      expect((await side.publish({ title: '  Title\n', authorSchool })).json()).toMatchObject({
        title: 'Title',
        authorSchool: null,
      });
  });

  it('is not featured by default', async () => {
    const side = await createCommandSide();
    expect((await side.publish({ featured: undefined })).json().featured).toBe(0);
    expect((await side.publish({ featured: 1 })).json().featured).toBe(1);
  });

  it.each([
    [{ title: ' ' }, 'Title is required'],
    [{ authorAge: 11 }, 'Age must be between 12 and 18'],
    [{ readTime: 21 }, 'Read time must be between 1 and 20 minutes'],
    [{ nickname: 'x' }, 'nickname is not a known field'],
    [{ content: 'x'.repeat(60_001) }, 'Content must be at most 60000 characters'],
  ])('rejects %j and writes nothing', async (change, message) => {
    const side = await createCommandSide();
    const answer = await side.publish(change);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(side.log).toEqual([]);
  });
});

describe('PUT /api/articles/:id', () => {
  it('answers 200 with the article as it is now', async () => {
    const side = await createCommandSide();
    const created = await side.publish();
    const answer = await side.edit(1, { title: 'New', authorSchool: '' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...created.json(), title: 'New', authorSchool: null });
    expect(answer.headers).toMatchObject({
      etag: revisionEtag(1, answer.body),
      'journal-position': await side.store.head(),
    });
    expect(answer.headers.location).toBeUndefined();
    expect((await side.events()).at(-1)?.data).toMatchObject({ title: 'New', authorSchool: null });
  });

  it('writes nothing without changes, and answers with the position of the last event', async () => {
    const side = await createCommandSide();
    const created = await side.publish();
    const answer = await side.edit(1);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(created.body);
    expect(answer.headers).toMatchObject({
      etag: created.headers.etag,
      'journal-position': created.headers['journal-position'],
    });
    expect(side.log).toHaveLength(2);
  });

  it('accepts If-Match with its ETag, weak, in a list or *', async () => {
    const side = await createCommandSide();
    let { etag } = (await side.publish()).headers;
    for (const form of [
      (tag: string) => tag,
      (tag: string) => `W/${tag}`,
      (tag: string) => `"7-x", ${tag}`,
      () => '*',
    ]) {
      const answer = await side.edit(1, { title: `Title ${form('""')}` }, { 'if-match': form(String(etag)) });
      expect(answer.statusCode).toBe(200);
      etag = answer.headers.etag;
    }
  });

  it('is 412 after somebody else’s edit, and 400 for an invalid If-Match', async () => {
    const side = await createCommandSide();
    const { etag } = (await side.publish()).headers;
    await side.edit(1, { title: 'First' });
    const late = await side.edit(1, { title: 'Second' }, { 'if-match': String(etag) });
    expect([late.statusCode, codeOf(late)]).toEqual([412, 'edited-meanwhile']);
    const nonsense = await side.edit(1, { title: 'Second' }, { 'if-match': 'latest' });
    expect([nonsense.statusCode, codeOf(nonsense)]).toEqual([400, 'invalid-if-match']);
    expect((await side.events()).filter((event) => event.type === 'ArticleEdited')).toHaveLength(1);
  });

  it('is 412 after an edit between load and append', async () => {
    const side = await createCommandSide();
    const { etag } = (await side.publish()).headers;
    side.interrupt(async () => {
      await side.edit(1, { title: 'First' });
    });
    const late = await side.edit(1, { title: 'Second' }, { 'if-match': String(etag) });
    expect(codeOf(late)).toBe('edited-meanwhile');
  });

  it('without If-Match decides again after a concurrent edit, and keeps both changes', async () => {
    const side = await createCommandSide();
    await side.publish();
    side.interrupt(async () => {
      await side.edit(1, { excerpt: 'First' });
    });
    const answer = await side.edit(1, { title: 'Second', excerpt: 'First' });
    expect(answer.statusCode).toBe(200);
    expect((await side.events()).at(-1)?.data).toMatchObject({ title: 'Second' });
    expect((await side.events()).at(-1)?.data).not.toHaveProperty('excerpt');
    expect(await (await side.app.inject('/metrics')).body).toContain(
      'append_conflicts_total{service="command"} 1',
    );
  });

  it.each([
    [3, 200],
    [4, 409],
  ])('after %i conflicts answers %i: it is retried three times', async (conflicts, status) => {
    const side = await createCommandSide();
    await side.publish();
    let left = conflicts;
    const getInBetween = async () => {
      left--;
      await side.edit(1, { title: `Other ${left}` });
      if (left > 0) side.interrupt(getInBetween);
    };
    side.interrupt(getInBetween);
    const answer = await side.edit(1, { title: 'Mine' });
    expect(answer.statusCode).toBe(status);
    if (status === 409) expect(codeOf(answer)).toBe('write-conflict');
  });
});

describe('DELETE and restore', () => {
  it('delete an article and restore it as it was', async () => {
    const side = await createCommandSide();
    const created = await side.publish();
    const removed = await side.remove(1);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect(removed.headers['journal-position']).toBe(await side.store.head());
    const restored = await side.restore(1);
    expect([restored.statusCode, restored.body]).toEqual([200, created.body]);
    expect(restored.headers).toMatchObject({
      etag: revisionEtag(2, restored.body),
      'journal-position': await side.store.head(),
    });
  });
});

describe('ids in the path', () => {
  it.each(['0', '-1', '01', '1.5', 'abc', '%31x', '2147483648', '1e3', ' 1', '٣'])(
    '%s is 404 like an unknown one, before the body is looked at',
    async (id) => {
      const side = await createCommandSide();
      for (const answer of [
        await side.send('PUT', `/api/articles/${encodeURIComponent(id)}`, {
          payload: '{',
          headers: { 'content-type': 'application/json' },
        }),
        await side.remove(encodeURIComponent(id)),
        await side.restore(encodeURIComponent(id)),
        await side.edit(77),
      ])
        expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'article-not-found']);
      expect(side.log).toEqual([]);
    },
  );
});

describe('the forgotten', () => {
  it('writer’s byline is gone from an edit’s answer and is not filled again', async () => {
    const side = await createCommandSide();
    await side.publish();
    const published = (await side.events()).find((event) => event.type === 'ArticlePublished');
    await side.vault.forget(`contributor:${published?.data.contributorId}`);
    const answer = await side.edit(1, { title: 'New', authorName: 'Somebody' });
    expect(answer.json()).toMatchObject({
      title: 'New',
      authorName: 'Former contributor',
      authorAge: null,
      authorSchool: null,
    });
    expect((await side.events()).at(-1)?.data).toEqual({
      articleId: 1,
      contributorId: published?.data.contributorId,
      title: 'New',
    });
  });

  it('writer forgotten between load and append is left out', async () => {
    const side = await createCommandSide();
    await side.publish();
    const published = (await side.events()).find((event) => event.type === 'ArticlePublished');
    const { keysForSealing } = side.vault;
    side.vault.keysForSealing = async (subjects) => {
      side.vault.keysForSealing = keysForSealing;
      await side.vault.forget(`contributor:${published?.data.contributorId}`);
      return keysForSealing(subjects);
    };
    const answer = await side.edit(1, { title: 'New', authorName: 'Somebody' });
    expect(answer.json()).toMatchObject({ title: 'New', authorName: 'Former contributor' });
  });

  it('article is gone for good', async () => {
    const side = await createCommandSide();
    await side.publish();
    await side.vault.forget('article:1');
    expect(codeOf(await side.edit(1, { title: 'New' }))).toBe('article-not-found');
    expect((await side.remove(1)).statusCode).toBe(204);
    expect(codeOf(await side.restore(1))).toBe('article-not-found');
  });
});

describe('an unreachable log', () => {
  it.each([
    ['an append whose outcome is unknown', new AppendUnknown('lost'), 503, 'unavailable'],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 503, 'unavailable'],
    ['a fault of ours', new Error('x'), 500, 'internal'],
  ])('(%s) is answered as %s', async (_what, error, status, code) => {
    const side = await createCommandSide();
    side.interrupt(() => {
      throw error;
    });
    const answer = await side.publish();
    expect([answer.statusCode, codeOf(answer)]).toEqual([status, code]);
    expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
  });

  it('is not ready', async () => {
    const side = await createCommandSide();
    side.vault.check = () => Promise.reject(new Error('away'));
    const answer = await side.app.inject('/health/ready');
    expect([answer.statusCode, answer.json().dependencies]).toEqual([
      503,
      { 'event-store': 'ok', vault: 'unavailable', administrator: 'ok' },
    ]);
  });

  it('is counted in the metrics', async () => {
    const side = await createCommandSide();
    await side.publish();
    const { body } = await side.app.inject('/metrics');
    expect(body).toContain('journal_appends_total{service="command"} 2');
    expect(body).toContain('journal_append_seconds_count{service="command"} 2');
    expect(body).toContain('journal_append_conflicts_total{service="command"} 0');
  });
});

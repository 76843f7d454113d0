import { articleJson, revisionEtag } from '@journal/contracts';
import { AppendUnknown } from '@journal/event-store';
import { articleEvents, contributorSubject } from '@journal/events';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  createNewsroom,
  type Headers,
  sampleArticle,
  samplePitch,
  statusesOf,
} from './testing/command-side.ts';

type Newsroom = Awaited<ReturnType<typeof createNewsroom>>;

type Change = { title?: string; summary?: string; school?: string | null };

/** The two kinds of piece: their requests, field names and impossible ids. */
const pieces = {
  Article: {
    calls: { edit: 'edit', remove: 'remove', restore: 'restore' },
    fields: { title: 'title', summary: 'excerpt', school: 'authorSchool' },
    create: async (side: Newsroom) => String((await side.publish()).json().id),
    notFound: 'article-not-found',
    unknown: '77',
    impossible: ['0', '-1', '01', '1.5', 'abc', '%31x', '2147483648', '1e3', ' 1', '٣'],
  },
  Submission: {
    calls: { edit: 'editPitch', remove: 'deletePitch', restore: 'restorePitch' },
    fields: { title: 'articleTitle', summary: 'articleSummary', school: 'school' },
    create: (side: Newsroom) => side.pitched(),
    notFound: 'submission-not-found',
    unknown: '00000000-0000-4000-8000-000000000000',
    impossible: [
      '1',
      'x',
      '00000000-0000-4000-8000-00000000000',
      '5B7A2C1E-0D3F-4E6A-9B8C-7D1E2F3A4B5C',
      '%00',
    ],
  },
} as const;

describe.each(Object.entries(pieces))('%s: a piece', (name, { calls, fields, create, ...kind }) => {
  const named = (change: Change) =>
    Object.fromEntries(
      Object.entries(change).map(([field, value]) => [fields[field as keyof Change], value]),
    );

  async function start() {
    const side = await createNewsroom();
    const id = await create(side);
    const before = side.log.length;
    const edit = (change: Change = {}, headers?: Headers) => side[calls.edit](id, named(change), headers);
    return {
      ...side,
      newsroom: side,
      edit,
      /** The response to a write without changes. */
      first: await edit(),
      remove: () => side[calls.remove](id),
      restore: (revision?: unknown, fields?: unknown, headers?: Headers) =>
        side[calls.restore](
          id,
          revision === undefined && !fields ? undefined : { revision, fields },
          headers,
        ),
      written: () => side.types(before).map((type) => type.replace(name, '')),
      lastData: async () => (await side.events()).at(-1)?.data,
    };
  }

  it('returns 200 with the edited piece, its ETag and the position', async () => {
    const side = await start();
    const edited = await side.edit({ title: ' New ', school: '' });
    const changes = named({ title: 'New', school: null });
    expect([edited.statusCode, edited.json()]).toEqual([200, { ...side.first.json(), ...changes }]);
    expect(edited.headers).toMatchObject({
      etag: revisionEtag(1, edited.body),
      'cache-control': 'no-store',
      'journal-position': await side.store.head(),
    });
    expect(edited.headers.location).toBeUndefined();
    expect(await side.lastData()).toMatchObject(changes);
  });

  it('writes nothing for an edit without changes, and returns the position of its last event', async () => {
    const side = await start();
    const [edited, again] = [await side.edit({ title: 'New' }), await side.edit({ title: 'New' })];
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([
      200,
      edited.body,
      edited.headers.etag,
    ]);
    expect(again.headers['journal-position']).toBe(edited.headers['journal-position']);
    expect(side.written()).toEqual(['Edited']);
  });

  it('accepts its ETag in If-Match, weak, in a list or as *, and returns 412 after another edit', async () => {
    const side = await start();
    let { etag } = side.first.headers;
    for (const form of [String, (tag: string) => `W/${tag}`, (tag: string) => `"7-x", ${tag}`, () => '*']) {
      const answer = await side.edit({ title: `Title ${form('""')}` }, { 'if-match': form(String(etag)) });
      expect(answer.statusCode).toBe(200);
      etag = answer.headers.etag;
    }
    await side.edit({ title: 'First' });
    const late = await side.edit({ title: 'Second' }, { 'if-match': String(etag) });
    const what = name === 'Article' ? 'article' : 'submission';
    expect([late.statusCode, codeOf(late), late.json().message]).toEqual([
      412,
      'edited-meanwhile',
      `Someone else has changed this ${what} since you opened it`,
    ]);
    const newest = { 'if-match': String((await side.edit({ title: 'First' })).headers.etag) };
    side.interrupt(() => side.edit({ title: 'Between load and append' }));
    expect(codeOf(await side.edit({ title: 'Second' }, newest))).toBe('edited-meanwhile');
    const invalid = await side.edit({ title: 'Second' }, { 'if-match': 'latest' });
    expect([invalid.statusCode, codeOf(invalid)]).toEqual([400, 'invalid-if-match']);
    expect(side.written()).toHaveLength(6);
  });

  it('is deleted, and restored unchanged', async () => {
    const side = await start();
    const removed = await side.remove();
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect(removed.headers['journal-position']).toBe(await side.store.head());
    const restored = await side.restore();
    expect([restored.statusCode, restored.body]).toEqual([200, side.first.body]);
    expect(restored.headers).toMatchObject({
      etag: revisionEtag(2, restored.body),
      'journal-position': await side.store.head(),
    });
    expect(side.written()).toEqual(['Deleted', 'Restored']);
  });

  it('is restored to an earlier version, even if deleted, with the restored revision recorded', async () => {
    const side = await start();
    const second = await side.edit({ title: 'Second', school: null });
    await side.edit({ title: 'Third', school: null });
    const restored = await side.restore(0);
    expect([restored.statusCode, restored.body]).toEqual([200, side.first.body]);
    expect(restored.headers.etag).toBe(revisionEtag(3, restored.body));
    const which = name === 'Article' ? ['articleId', 'contributorId'] : ['submissionId', 'userId'];
    expect(await side.lastData()).toEqual({
      ...Object.fromEntries(which.map((field) => [field, expect.anything()])),
      ...named({ title: 'Title', school: 'Sample School' }),
      restoredRevision: 0,
    });
    const again = await side.restore(3);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([
      200,
      restored.body,
      restored.headers.etag,
    ]);

    await side.remove();
    const back = await side.restore(1);
    expect([back.body, back.headers.etag]).toEqual([second.body, revisionEtag(6, second.body)]);
    await side.remove();
    expect((await side.restore(7)).body).toBe(second.body);
    expect(side.written().slice(2)).toEqual([
      'Edited',
      'Deleted',
      'Restored',
      'Edited',
      'Deleted',
      'Restored',
    ]);
    expect((await side.edit({ title: 'Fourth' })).statusCode).toBe(200);
  });

  it('is restored in the given fields only', async () => {
    const side = await start();
    await side.edit({ title: 'Second', school: null, summary: 'Second' });
    const [title] = Object.keys(named({ title: '' }));
    const restored = await side.restore(0, [title]);
    expect(restored.statusCode).toBe(200);
    expect(restored.json()).toMatchObject(named({ title: 'Title', school: null, summary: 'Second' }));
    expect(await side.lastData()).toMatchObject({ ...named({ title: 'Title' }), restoredRevision: 0 });
    expect(await side.lastData()).not.toHaveProperty(Object.keys(named({ summary: '' }))[0] ?? '');
    for (const fields of [[], ['id'], [title, title], 'title'])
      expect(codeOf(await side.restore(0, fields))).toBe('invalid-request');
  });

  it('rejects fields to restore without a revision', async () => {
    const side = await start();
    await side.remove();
    const [title] = Object.keys(named({ title: '' }));
    const answer = await side.restore(undefined, [title]);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid-request']);
    expect(answer.json().errors).toMatchObject([{ path: 'revision' }]);
    expect(side.written()).toEqual(['Deleted']);
  });

  it('is restored only over the version in If-Match, if one is named', async () => {
    const side = await start();
    const second = await side.edit({ title: 'Second' });
    const seen = { 'if-match': String(second.headers.etag) };
    const third = await side.edit({ title: 'Third' });
    const late = await side.restore(0, undefined, seen);
    expect([late.statusCode, codeOf(late)]).toEqual([412, 'edited-meanwhile']);
    expect((await side.restore(0, undefined, { 'if-match': String(third.headers.etag) })).statusCode).toBe(
      200,
    );
    expect(side.written()).toEqual(['Edited', 'Edited', 'Edited']);
  });

  it('is restored to an earlier version despite a concurrent edit', async () => {
    const side = await start();
    await side.edit({ title: 'Second' });
    side.interrupt(() => side.edit({ title: 'Meanwhile', summary: 'Meanwhile' }));
    const restored = await side.restore(0);
    expect([restored.statusCode, restored.body]).toEqual([200, side.first.body]);
    expect(side.written()).toEqual(['Edited', 'Edited', 'Edited']);
  });

  it('returns 404 for a missing revision and 400 for an invalid one', async () => {
    const side = await start();
    for (const [revision, status, code] of [
      [1, 404, 'version-not-found'],
      [2_147_483_647, 404, 'version-not-found'],
      [-1, 400, 'invalid-request'],
      [1.5, 400, 'invalid-request'],
      ['0', 400, 'invalid-request'],
      [null, 400, 'invalid-request'],
    ]) {
      const answer = await side.restore(revision);
      expect([revision, answer.statusCode, codeOf(answer)]).toEqual([revision, status, code]);
    }
    for (const revision of [0, 7])
      expect(codeOf(await side.newsroom[calls.restore](kind.unknown, { revision }))).toBe(kind.notFound);
    expect(side.written()).toEqual([]);
  });

  it('returns 404 for an invalid ID as for an unknown one, before the body is parsed', async () => {
    const side = await createNewsroom();
    const before = side.log.length;
    const collection = name === 'Article' ? 'articles' : 'submissions';
    for (const id of kind.impossible.map(encodeURIComponent)) {
      const answers = [
        await side.call('PUT', `/api/${collection}/${id}`, '{', side.admin.headers),
        await side[calls.remove](id),
        await side[calls.restore](id, { revision: 0 }),
        await side[calls.edit](kind.unknown),
      ];
      if (name === 'Submission')
        for (const each of [id, kind.unknown])
          answers.push(await side.publishPitch(each), await side.finishPublishing(each));
      for (const answer of answers)
        expect([id, answer.statusCode, codeOf(answer)]).toEqual([id, 404, kind.notFound]);
    }
    expect(side.log).toHaveLength(before);
  });
});

describe('publishing an article', () => {
  it('returns 201 with the article, Location, ETag and position', async () => {
    const side = await createNewsroom();
    const published = await side.publish();
    const json = articleJson({ ...sampleArticle, id: 1, createdAt: '2026-01-02T03:04:05.678Z' });
    expect([published.statusCode, published.body]).toEqual([201, json]);
    expect(published.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      location: '/api/articles/1',
      etag: revisionEtag(0, json),
      'journal-position': await side.store.head(),
    });
  });

  it('claims an ID, then publishes, with the actor and the request ID in both events', async () => {
    const side = await createNewsroom();
    await side.publish({}, { 'x-request-id': 'request-7' });
    const events = (await side.events()).slice(-2);
    expect(events.map(({ stream, type }) => [stream, type])).toEqual([
      ['article-ids', 'ArticleIdClaimed'],
      ['article-1', 'ArticlePublished'],
    ]);
    for (const { type, metadata } of events)
      expect(metadata).toEqual({
        actor: { id: 'service', role: 'service' },
        requestId: 'request-7',
        correlationId: 'request-7',
        causationId: 'request-7',
        schemaVersion: articleEvents[type as 'ArticlePublished'].version,
        at: '2026-01-02T03:04:05.678Z',
      });
  });

  it('assigns IDs 1, 2 and 3 to concurrent requests, and a contributor to each', async () => {
    const side = await createNewsroom();
    const answers = await Promise.all([side.publish(), side.publish(), side.publish()]);
    expect(answers.map((answer) => answer.json().id).sort()).toEqual([1, 2, 3]);
    const published = (await side.events()).filter((event) => event.type === 'ArticlePublished');
    expect(new Set(published.map((event) => event.data.contributorId)).size).toBe(3);
  });

  it('trims texts, accepts a missing school in any form, and features nothing by default', async () => {
    const side = await createNewsroom();
    for (const authorSchool of ['', '  ', null, undefined])
      expect(
        (await side.publish({ title: '  Title\n', authorSchool, featured: undefined })).json(),
      ).toMatchObject({ title: 'Title', authorSchool: null, featured: 0 });
    expect((await side.publish({ featured: 1 })).json().featured).toBe(1);
  });

  it('stores the cover that an editor chose, resets it if omitted, and rejects an unknown one', async () => {
    const side = await createNewsroom();
    expect((await side.publish()).json().cover).toBe('auto');
    expect((await side.edit(1, { cover: 'sea' })).json().cover).toBe('sea');
    expect((await side.events()).at(-1)?.data).toMatchObject({ articleId: 1, cover: 'sea' });
    expect((await side.edit(1, { cover: undefined })).json().cover).toBe('auto');
    const refused = await side.edit(1, { cover: 'unheard-of' });
    expect({ status: refused.statusCode, errors: refused.json().errors }).toEqual({
      status: 400,
      errors: [{ path: 'cover', message: 'Cover must be auto or the name of a motif' }],
    });
  });
});

describe('the edit of an article', () => {
  it('without If-Match is retried after a concurrent edit, and keeps both changes', async () => {
    const side = await createNewsroom();
    await side.publish();
    side.interrupt(() => side.edit(1, { excerpt: 'First' }));
    expect((await side.edit(1, { title: 'Second', excerpt: 'First' })).statusCode).toBe(200);
    const { data } = (await side.events()).at(-1) ?? {};
    expect(data).toMatchObject({ title: 'Second' });
    expect(data).not.toHaveProperty('excerpt');
    const { body } = await side.app.inject('/metrics');
    expect(body).toContain('journal_append_conflicts_total{service="command"} 1');
  });

  it.each([
    [3, 200],
    [4, 409],
  ])('after %i conflicts returns %i, as it is retried three times', async (conflicts, status) => {
    const side = await createNewsroom();
    await side.publish();
    let left = conflicts;
    const editMeanwhile = async () => {
      left--;
      await side.edit(1, { title: `Other ${left}` });
      if (left > 0) side.interrupt(editMeanwhile);
    };
    side.interrupt(editMeanwhile);
    const answer = await side.edit(1, { title: 'Mine' });
    expect(answer.statusCode).toBe(status);
    if (status === 409) expect(codeOf(answer)).toBe('write-conflict');
  });
});

describe('sending a pitch', () => {
  it('returns 201 with its ID and the position, and seals personal data with the writer’s key', async () => {
    const side = await createNewsroom();
    const change = { fullName: 'Zxqname', fullEssay: 'Zxqessay', articleTitle: 'Zxqtitle' };
    const answer = await side.pitch(change, { 'x-request-id': 'request-7' });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'journal-position': await side.store.head(),
    });
    const { userId } = side.writer;
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'SubmissionPitched',
      stream: `submission-${answer.json().id}`,
      data: { userId, ...change },
      metadata: { actor: { id: userId, role: 'writer' }, requestId: 'request-7' },
    });
    expect(JSON.stringify(side.log)).not.toMatch(/Zxq(name|essay|title)/);
    await side.vault.forget(contributorSubject({ contributorId: userId }));
    expect((await side.events()).at(-1)?.data).toMatchObject({ fullName: null, articleTitle: null });
  });

  it('shows it to editors without the writer’s email address', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    expect((await side.editPitch(id)).json()).toEqual({
      ...samplePitch,
      id,
      userId: side.writer.userId,
      createdAt: '2026-01-02T03:04:05.678Z',
      status: 'pending',
      articleId: null,
      stage: 'received',
      stageSince: '2026-01-02T03:04:05.678Z',
      dueAt: null,
      issueNumber: null,
      publishAt: null,
      assigneeId: null,
      agreedAt: null,
      byline: { name: 'full', penName: null, showAge: true, showSchool: true },
    });
  });

  it('trims texts, and accepts a missing school in any form, long essays, and markup as plain text', async () => {
    const side = await createNewsroom();
    for (const school of ['', '  ', null, undefined]) {
      await side.pitch({ articleTitle: '  Title\n', school });
      expect((await side.events()).at(-1)?.data).toMatchObject({ articleTitle: 'Title', school: null });
    }
    const change = { fullEssay: 'é'.repeat(60_000), articleTitle: '<script>alert(1)</script>' };
    expect((await side.pitch(change)).statusCode).toBe(201);
    expect((await side.events()).at(-1)?.data).toMatchObject(change);
  });

  it('is rejected once the writer’s key is deleted, also if it repeats an earlier request', async () => {
    const side = await createNewsroom();
    const headers = { 'idempotency-key': 'pitch-1' };
    expect((await side.pitch({}, headers)).statusCode).toBe(201);
    await side.vault.forget(contributorSubject({ contributorId: side.writer.userId }));
    const before = side.log.length;
    for (const given of [{}, headers]) expect(codeOf(await side.pitch({}, given))).toBe('not-signed-in');
    expect(side.log).toHaveLength(before);
  });
});

describe('the writer’s own pitch', () => {
  it('can be edited under If-Match until an editor has edited it, but not while it is deleted', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const first = await side.editOwnPitch(id, { articleTitle: 'Second' });
    expect([first.statusCode, first.json().articleTitle]).toEqual([200, 'Second']);
    const seen = { 'if-match': String(first.headers.etag) };
    await side.deletePitch(id);
    expect(codeOf(await side.editOwnPitch(id, { articleTitle: 'Third' }))).toBe('submission-taken-up');
    await side.restorePitch(id);
    // An undone deletion changed nothing that the writer has seen.
    expect((await side.editOwnPitch(id, { articleTitle: 'Third' }, seen)).statusCode).toBe(200);
    expect(codeOf(await side.editOwnPitch(id, { articleTitle: 'Fourth' }, seen))).toBe('edited-meanwhile');
    await side.editPitch(id, { articleTitle: 'An editor’s' });
    const refused = await side.editOwnPitch(id, { articleTitle: 'Mine' });
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'submission-taken-up']);
    expect((await side.withdrawPitch(id)).json().status).toBe('withdrawn');
  });
});

describe('an invalid piece', () => {
  it.each([
    ['publish', { title: ' ' }, 'Title is required'],
    ['publish', { authorAge: 11 }, 'Age must be between 12 and 18'],
    ['publish', { readTime: 21 }, 'Read time must be between 1 and 20 minutes'],
    ['publish', { nickname: 'x' }, 'nickname is not a known field'],
    ['publish', { content: 'x'.repeat(60_001) }, 'Content must be at most 60000 characters'],
    ['pitch', { fullName: ' ' }, 'Full name is required'],
    ['pitch', { age: 11 }, 'Age must be between 12 and 18'],
    ['pitch', { age: 19 }, 'Age must be between 12 and 18'],
    ['pitch', { age: '14' }, 'Age must be between 12 and 18'],
    ['pitch', { section: 'sports' }, 'Please choose a section'],
    ['pitch', { articleTitle: 'x'.repeat(201) }, 'Article title must be at most 200 characters'],
    ['pitch', { articleSummary: undefined }, 'Article summary is required'],
    ['pitch', { fullEssay: 'x'.repeat(60_001) }, 'Full essay must be at most 60000 characters'],
    ['pitch', { userId: 'somebody else' }, 'userId is not a known field'],
    ['pitch', { email: 'a@example.org' }, 'email is not a known field'],
    ['pitch', { status: 'published' }, 'status is not a known field'],
  ] as const)('(%s %j) is rejected and writes nothing', async (call, change, message) => {
    const side = await createNewsroom();
    const before = side.log.length;
    const answer = await side[call](change);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(side.log).toHaveLength(before);
  });
});

describe('a forgotten writer', () => {
  async function start() {
    const side = await createNewsroom();
    await side.publish();
    const published = (await side.events()).findLast((event) => event.type === 'ArticlePublished');
    const contributorId = published?.data.contributorId ?? '';
    const { keysForSealing } = side.vault;
    return {
      ...side,
      contributorId,
      /** Forgets the writer when keys are next requested. */
      forgetMeanwhile(id = contributorId) {
        side.vault.keysForSealing = async (subjects) => {
          side.vault.keysForSealing = keysForSealing;
          await side.vault.forget(contributorSubject({ contributorId: id }));
          return keysForSealing(subjects);
        };
      },
    };
  }
  const anonymous = { authorName: 'Former contributor', authorAge: null, authorSchool: null };

  it('is not named again by an edited or restored article', async () => {
    const side = await start();
    await side.edit(1, { featured: 1 });
    await side.vault.forget(contributorSubject(side));
    const edited = await side.edit(1, { title: 'New', authorName: 'Somebody', featured: 1 });
    expect(edited.json()).toMatchObject({ title: 'New', ...anonymous });
    const which = { articleId: 1, contributorId: side.contributorId };
    expect((await side.events()).at(-1)?.data).toEqual({ ...which, title: 'New' });
    expect((await side.restore(1, { revision: 0 })).json()).toMatchObject({ title: 'Title', ...anonymous });
    const restored = { ...which, title: 'Title', featured: 0, restoredRevision: 0 };
    expect((await side.events()).at(-1)?.data).toEqual(restored);
  });

  it('is not named by an edit during which they were forgotten', async () => {
    const side = await start();
    side.forgetMeanwhile();
    const edited = await side.edit(1, { title: 'New', authorName: 'Somebody' });
    expect(edited.json()).toMatchObject({ title: 'New', authorName: 'Former contributor' });
  });

  it('leaves pitches that return 404 to editors', async () => {
    const side = await start();
    const id = await side.pitched();
    await side.editPitch(id, { school: null });
    const before = side.log.length;
    side.forgetMeanwhile(side.writer.userId);
    expect(codeOf(await side.editPitch(id, { fullName: 'Somebody' }))).toBe('submission-not-found');
    for (const answer of [
      await side.editPitch(id, { school: null }),
      await side.deletePitch(id),
      await side.restorePitch(id, { revision: 0 }),
      await side.publishPitch(id),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'submission-not-found']);
    expect(side.log).toHaveLength(before);
  });

  it('can’t have an article with erased text edited or restored', async () => {
    const side = await start();
    await side.vault.forget('article:1');
    expect(codeOf(await side.edit(1, { title: 'New' }))).toBe('article-not-found');
    expect(codeOf(await side.restore(1, { revision: 0 }))).toBe('article-not-found');
    expect((await side.remove(1)).statusCode).toBe(204);
    expect(codeOf(await side.restore(1))).toBe('article-not-found');
  });
});

describe('a dependency', () => {
  it.each([
    ['an append whose outcome is unknown', new AppendUnknown('lost'), 503, 'unavailable'],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 503, 'unavailable'],
    ['an internal error', new Error('x'), 500, 'internal'],
  ])('that fails with $0 leads to $2 $3', async (_what, error, status, code) => {
    const side = await createNewsroom();
    side.interrupt(() => {
      throw error;
    });
    const answer = await side.publish();
    expect([answer.statusCode, codeOf(answer)]).toEqual([status, code]);
    expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
  });

  it('that is unavailable makes the service not ready, while appends are counted and timed', async () => {
    const side = await createNewsroom();
    expect(statusesOf([await side.publish(), await side.app.inject('/health/ready')])).toEqual([201, 200]);
    side.vault.check = () => Promise.reject(new Error('away'));
    const ready = await side.app.inject('/health/ready');
    const dependencies = { 'event-store': 'ok', vault: 'unavailable', administrator: 'ok' };
    expect([ready.statusCode, ready.json().dependencies]).toEqual([503, dependencies]);
    const { body } = await side.app.inject('/metrics');
    for (const line of ['appends_total', 'append_seconds_count'])
      expect(body).toMatch(new RegExp(`^journal_${line}\\{service="command"\\} 2$`, 'm'));
    expect(body).toContain('journal_append_conflicts_total{service="command"} 0');
  });
});

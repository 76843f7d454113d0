import { AppendUnknown } from '@journal/event-store';
import { contributorSubject, userStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, samplePitch, statusesOf } from '../testing/command-side.ts';

const whole = ['ArticleIdClaimed', 'SubmissionPublished', 'ArticlePublished'];
type Side = Awaited<ReturnType<typeof createSide>>;

async function createSide() {
  const side = await createNewsroom();
  const id = await side.pitched();
  const before = side.log.length;
  return {
    ...side,
    id,
    /** What was written since the pitch. */
    written: () => side.log.slice(before).map(({ type }) => type),
    forget: () => side.vault.forget(contributorSubject({ contributorId: side.writer.userId })),
  };
}

describe('POST /api/submissions/:id/publish', () => {
  it('answers 201 with the article, Location, ETag and position', async () => {
    const side = await createSide();
    const answer = await side.publishPitch(side.id);
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        id: 1,
        title: samplePitch.articleTitle,
        excerpt: samplePitch.articleSummary,
        content: samplePitch.fullEssay,
        section: 'clash',
        authorName: 'Sample Writer',
        authorAge: 14,
        authorSchool: 'Sample School',
        readTime: 1,
        featured: 0,
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    ]);
    expect(answer.headers).toMatchObject({
      location: '/api/articles/1',
      etag: expect.stringMatching(/^"0-/),
      'journal-position': await side.store.head(),
    });
    expect(side.written()).toEqual(whole);
    const edited = await side.edit(1, { title: 'New' }, { 'if-match': String(answer.headers.etag) });
    expect(edited.statusCode).toBe(200);
  });

  it('writes both as the administrator and in one request, under the writer’s key', async () => {
    const side = await createSide();
    await side.publishPitch(side.id, { 'x-request-id': 'request-7' });
    const [closed, article] = (await side.events()).slice(-2);
    for (const event of [closed, article])
      expect(event?.metadata).toMatchObject({
        actor: { id: side.admin.userId, role: 'admin' },
        requestId: 'request-7',
      });
    expect(closed?.data).toMatchObject({ submissionId: side.id, articleId: 1 });
    expect(article?.data).toMatchObject({ articleId: 1, contributorId: side.writer.userId });
  });

  it('is rejected the second time, as are editing, deleting and restoring', async () => {
    const side = await createSide();
    await side.publishPitch(side.id);
    for (const answer of [
      await side.publishPitch(side.id),
      await side.editPitch(side.id, { age: 15 }),
      await side.deletePitch(side.id),
      await side.restorePitch(side.id),
      await side.restorePitch(side.id, { revision: 0 }),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'This submission has already been published',
      ]);
    expect(side.written()).toEqual(whole);
  });

  it('of a missing or deleted pitch claims no article id', async () => {
    const side = await createSide();
    await side.deletePitch(side.id);
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-not-found');
    expect(side.written()).toEqual(['SubmissionDeleted']);
    expect((await side.publish()).json().id).toBe(1);
  });

  it('by several at once makes one article, without a gap in the ids', async () => {
    const side = await createSide();
    const answers = await Promise.all(Array.from({ length: 8 }, () => side.publishPitch(side.id)));
    expect(statusesOf(answers).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(side.written().toSorted()).toEqual(whole.toSorted());
    expect((await side.publish()).json().id).toBe(2);
  });

  it('while the pitch is edited makes the article of its final content', async () => {
    const side = await createSide();
    side.interrupt(() => side.editPitch(side.id, { articleTitle: 'Edited meanwhile' }), 1);
    const answer = await side.publishPitch(side.id);
    expect([answer.statusCode, answer.json().title]).toEqual([201, 'Edited meanwhile']);
    expect(side.written()).toEqual(['ArticleIdClaimed', 'SubmissionEdited', ...whole.slice(1)]);
  });

  it('while it is deleted makes none', async () => {
    const side = await createSide();
    side.interrupt(() => side.deletePitch(side.id), 1);
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-not-found');
    await side.restorePitch(side.id);
    expect((await side.publishPitch(side.id)).json().id).toBe(1);
  });

  it('retries the last step by itself', async () => {
    const side = await createSide();
    side.interrupt(() => {
      throw new AppendUnknown('the connection broke');
    }, 2);
    expect((await side.publishPitch(side.id)).statusCode).toBe(201);
    expect(side.written()).toEqual(whole);
  });
});

describe('an interrupted publication', () => {
  it.each([
    ['before the claim', 0],
    ['after the claim', 1],
  ])('%s left nothing, and can be repeated with the same id', async (_where, appends) => {
    const side = await createSide();
    side.dieAfter(appends);
    expect((await side.publishPitch(side.id)).statusCode).toBe(503);
    side.revive();
    expect((await side.finishPublishing(side.id)).statusCode).toBe(404);
    expect((await side.publishPitch(side.id)).json().id).toBe(1);
    expect(side.written()).toEqual(whole);
  });

  it('after closing is completed with the closed content, as the administrator', async () => {
    const side = await createSide();
    side.dieAfter(2);
    expect((await side.publishPitch(side.id, { 'x-request-id': 'request-7' })).statusCode).toBe(503);
    expect(side.written()).toEqual(whole.slice(0, 2));
    side.revive();
    expect((await side.publish()).json().id).toBe(2);
    for (let time = 0; time < 3; time++) {
      const answer = await side.finishPublishing(side.id);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(answer.headers['journal-position']).toBe(await side.store.head());
    }
    const article = (await side.events()).at(-1);
    expect(article).toMatchObject({
      type: 'ArticlePublished',
      stream: 'article-1',
      data: { title: 'Title', contributorId: side.writer.userId },
      metadata: { actor: { id: side.admin.userId, role: 'admin' }, requestId: 'request-7' },
    });
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-published');
  });

  it('is completed once by many at once', async () => {
    const side = await createSide();
    side.dieAfter(2);
    await side.publishPitch(side.id);
    side.revive();
    const answers = await Promise.all(Array.from({ length: 8 }, () => side.finishPublishing(side.id)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([204]));
    expect(side.written()).toEqual(whole);
  });

  it('does not affect an article edited or deleted since', async () => {
    const side = await createSide();
    await side.publishPitch(side.id);
    await side.edit(1, { title: 'Edited since' });
    await side.remove(1);
    const before = side.log.length;
    expect((await side.finishPublishing(side.id)).statusCode).toBe(204);
    expect(side.log).toHaveLength(before);
  });
});

describe('a writer who is forgotten', () => {
  const forgetAs = (side: Side, pieces: 'keep' | 'remove') => {
    const { userId } = side.writer;
    return side.append(userStream(userId), { type: 'UserForgotten', data: { userId, pieces } });
  };

  it('before closing leaves nothing to publish, even if the key still exists', async () => {
    const side = await createSide();
    await forgetAs(side, 'keep');
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-not-found');
    expect(side.written()).toEqual(['UserForgotten']);
  });

  it.each([
    ['and the key with them', true],
    ['and the key is still there', false],
  ])('between both steps, %s: there is no article', async (_how, isKeyGone) => {
    const side = await createSide();
    side.dieAfter(2);
    await side.publishPitch(side.id);
    side.revive();
    await forgetAs(side, 'keep');
    if (isKeyGone) await side.forget();
    const answer = await side.finishPublishing(side.id);
    expect([answer.statusCode, answer.headers['journal-position']]).toEqual([204, undefined]);
    expect(side.written()).toEqual([...whole.slice(0, 2), 'UserForgotten']);
    expect((await side.publish()).json().id).toBe(2);
  });

  it('during the last step: there is no article, and the publication is rejected', async () => {
    const side = await createSide();
    const { keysForSealing } = side.vault;
    side.vault.keysForSealing = async (subjects) => {
      if (subjects.includes('article:1')) await side.forget();
      return keysForSealing(subjects);
    };
    const answer = await side.publishPitch(side.id);
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'submission-not-found']);
    expect(side.written()).toEqual(whole.slice(0, 2));
  });

  it.each([
    ['remove', [...whole.slice(0, 2), 'UserForgotten', 'ArticlePublished', 'ArticleDeleted']],
    ['keep', [...whole.slice(0, 2), 'UserForgotten', 'ArticlePublished']],
  ] as const)(
    'with “%s” just before the article is written: it ends as requested',
    async (pieces, written) => {
      const side = await createSide();
      side.interrupt(() => forgetAs(side, pieces), 2);
      await side.publishPitch(side.id);
      expect(side.written()).toEqual(written);
      expect(await side.knows('article:1')).toBe(pieces === 'keep');
      await side.finishPublishing(side.id);
      expect(side.written()).toEqual(written);
    },
  );

  it('afterwards is without a name in the article', async () => {
    const side = await createSide();
    await side.publishPitch(side.id);
    await side.forget();
    expect((await side.edit(1, { title: 'New' })).json()).toMatchObject({
      title: 'New',
      authorName: 'Former contributor',
    });
  });
});

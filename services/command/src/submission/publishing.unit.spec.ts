import { AppendUnknown, type EventStore } from '@journal/event-store';
import { articleStream, contributorSubject } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createSubmissionSide, samplePitch } from '../testing/command-side.ts';

const key = { 'idempotency-key': 'key-1' };
const whole = ['ArticleIdClaimed', 'SubmissionPublished', 'ArticlePublished'];
type Side = Awaited<ReturnType<typeof createSide>>;

async function createSide() {
  const side = await createSubmissionSide();
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

/** The process dies after so many appends: nothing is written any more until it is started again. */
function dieAfter(side: Side, appends: number): { startAgain(): void } {
  const { append } = side.store;
  let left = appends;
  side.store.append = (...given: Parameters<EventStore['append']>) => {
    if (left === 0) return Promise.reject(new AppendUnknown('the process died'));
    left--;
    return append(...given);
  };
  return {
    startAgain() {
      side.store.append = append;
    },
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

  it('by many at once makes one article, without a gap in the ids', async () => {
    const side = await createSide();
    const answers = await Promise.all(Array.from({ length: 8 }, () => side.publishPitch(side.id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(side.written().toSorted()).toEqual(whole.toSorted());
    expect((await side.publish()).json().id).toBe(2);
  });

  it('while the pitch is edited makes the article of its final content', async () => {
    const side = await createSide();
    side.interrupt(() => {
      side.interrupt(async () => {
        await side.editPitch(side.id, { articleTitle: 'Edited meanwhile' });
      });
    });
    const answer = await side.publishPitch(side.id);
    expect([answer.statusCode, answer.json().title]).toEqual([201, 'Edited meanwhile']);
    expect(side.written()).toEqual(['ArticleIdClaimed', 'SubmissionEdited', ...whole.slice(1)]);
  });

  it('while it is deleted makes none', async () => {
    const side = await createSide();
    side.interrupt(() => {
      side.interrupt(async () => {
        await side.deletePitch(side.id);
      });
    });
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-not-found');
    await side.restorePitch(side.id);
    expect((await side.publishPitch(side.id)).json().id).toBe(1);
  });

  it('retries the last step by itself', async () => {
    const side = await createSide();
    const { append } = side.store;
    let failures = 1;
    side.store.append = async (stream, ...rest) => {
      if (stream !== articleStream(1) || failures === 0) return append(stream, ...rest);
      failures--;
      throw new AppendUnknown('the connection broke');
    };
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
    const process = dieAfter(side, appends);
    expect((await side.publishPitch(side.id)).statusCode).toBe(503);
    process.startAgain();
    expect((await side.finishPublishing(side.id)).statusCode).toBe(404);
    expect((await side.publishPitch(side.id)).json().id).toBe(1);
    expect(side.written()).toEqual(whole);
  });

  it('after closing is completed with the closed content, as the administrator', async () => {
    const side = await createSide();
    const process = dieAfter(side, 2);
    expect((await side.publishPitch(side.id, { 'x-request-id': 'request-7' })).statusCode).toBe(503);
    expect(side.written()).toEqual(whole.slice(0, 2));
    process.startAgain();
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
    const process = dieAfter(side, 2);
    await side.publishPitch(side.id);
    process.startAgain();
    const answers = await Promise.all(Array.from({ length: 8 }, () => side.finishPublishing(side.id)));
    expect(answers.every(({ statusCode }) => statusCode === 204)).toBe(true);
    expect(side.written()).toEqual(whole);
  });

  it.each([0, 1, 2, 3])('after %i appends is completed by the same request with its key', async (appends) => {
    const side = await createSide();
    const process = dieAfter(side, appends);
    expect((await side.publishPitch(side.id, key)).statusCode).toBe(503);
    process.startAgain();
    const first = await side.publishPitch(side.id, key);
    expect([first.statusCode, first.json().id]).toEqual([201, 1]);
    await side.edit(1, { title: 'Edited since' });
    const before = side.log.length;
    const again = await side.publishPitch(side.id, key);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([201, first.body, first.headers.etag]);
    expect(again.headers['journal-position']).toBe(first.headers['journal-position']);
    expect(side.log).toHaveLength(before);
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

describe('an Idempotency-Key', () => {
  it('is one publication if it arrives many times at once', async () => {
    const side = await createSide();
    const answers = await Promise.all(Array.from({ length: 5 }, () => side.publishPitch(side.id, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(
      side
        .written()
        .filter((type) => type !== 'RequestAccepted')
        .toSorted(),
    ).toEqual(whole.toSorted());
  });

  it('of one pitch is rejected for another', async () => {
    const side = await createSide();
    const other = await side.pitched();
    await side.publishPitch(side.id, key);
    expect(codeOf(await side.publishPitch(other, key))).toBe('idempotency-key-reused');
    expect((await side.publishPitch(other)).json().id).toBe(2);
  });
});

describe('a writer who is forgotten', () => {
  const forgetAs = (side: Side, pieces: 'keep' | 'remove') => side.users.forget(side.writer.userId, pieces);

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
    const process = dieAfter(side, 2);
    await side.publishPitch(side.id);
    process.startAgain();
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
      const { append } = side.store;
      side.store.append = async (stream, ...rest) => {
        side.store.append = stream === articleStream(1) ? append : side.store.append;
        if (stream === articleStream(1)) await forgetAs(side, pieces);
        return append(stream, ...rest);
      };
      await side.publishPitch(side.id);
      expect(side.written()).toEqual(written);
      const hasText = (await side.vault.keysForOpening(['article:1'])).size > 0;
      expect(hasText).toBe(pieces === 'keep');
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

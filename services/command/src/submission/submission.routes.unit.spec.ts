import { revisionEtag } from '@journal/contracts';
import { contributorSubject } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createSubmissionSide, samplePitch } from '../testing/command-side.ts';

const key = { 'idempotency-key': 'key-1' };

async function createSide() {
  const side = await createSubmissionSide();
  const id = await side.pitched();
  const before = side.log.length;
  return { ...side, id, written: () => side.log.slice(before).map(({ type }) => type) };
}

describe('POST /api/submissions', () => {
  it('answers 201 with the id of the pitch and the position', async () => {
    const side = await createSubmissionSide();
    const answer = await side.pitch();
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'journal-position': await side.store.head(),
    });
  });

  it('records writer, actor and request, and nothing personal in the clear', async () => {
    const side = await createSubmissionSide();
    const answer = await side.pitch(
      { fullName: 'Zxqname', fullEssay: 'Zxqessay', articleTitle: 'Zxqtitle' },
      { 'x-request-id': 'request-7' },
    );
    const { userId } = side.writer;
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'SubmissionPitched',
      stream: `submission-${answer.json().id}`,
      data: { userId, fullName: 'Zxqname', fullEssay: 'Zxqessay' },
      metadata: { actor: { id: userId, role: 'writer' }, requestId: 'request-7' },
    });
    expect(JSON.stringify(side.log)).not.toContain('Zxq');
    await side.vault.forget(contributorSubject({ contributorId: userId }));
    expect((await side.events()).at(-1)?.data).toMatchObject({ fullName: null, articleTitle: null });
  });

  it('trims what it stores, and accepts a missing school in any form', async () => {
    const side = await createSubmissionSide();
    for (const school of ['', '  ', null, undefined]) {
      await side.pitch({ articleTitle: '  Title\n', school });
      expect((await side.events()).at(-1)?.data).toMatchObject({ articleTitle: 'Title', school: null });
    }
  });

  it.each([
    [{ fullName: ' ' }, 'Full name is required'],
    [{ age: 11 }, 'Age must be between 12 and 18'],
    [{ age: 19 }, 'Age must be between 12 and 18'],
    [{ age: '14' }, 'Age must be between 12 and 18'],
    [{ section: 'sports' }, 'Please choose a section'],
    [{ articleTitle: 'x'.repeat(201) }, 'Article title must be at most 200 characters'],
    [{ articleSummary: undefined }, 'Article summary is required'],
    [{ fullEssay: 'x'.repeat(60_001) }, 'Full essay must be at most 60000 characters'],
    [{ userId: 'somebody else' }, 'userId is not a known field'],
    [{ email: 'a@example.org' }, 'email is not a known field'],
    [{ status: 'published' }, 'status is not a known field'],
  ])('rejects %j and writes nothing', async (change, message) => {
    const side = await createSubmissionSide();
    const before = side.log.length;
    const answer = await side.pitch(change);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(side.log).toHaveLength(before);
  });

  it('accepts an essay of 60,000 characters, and script as plain text', async () => {
    const side = await createSubmissionSide();
    const script = '<script>alert(1)</script>';
    const answer = await side.pitch({ fullEssay: 'é'.repeat(60_000), articleTitle: script });
    expect(answer.statusCode).toBe(201);
    expect((await side.events()).at(-1)?.data).toMatchObject({
      fullEssay: 'é'.repeat(60_000),
      articleTitle: script,
    });
  });

  it('counts for an account from any address, and for an address with any account', async () => {
    const counted: string[] = [];
    const side = await createSubmissionSide({
      counter: {
        async take(kind, name) {
          counted.push(`${kind} ${name}`);
          return 0;
        },
      },
    });
    await side.pitch();
    await side.pitch({}, { 'x-forwarded-for': '203.0.113.9' });
    await side.pitch({}, {}, (await side.person()).asker);
    const [network, account, otherNetwork, sameAccount, sameNetwork, otherAccount] = counted;
    expect(counted.every((name) => name.startsWith('pitch '))).toBe(true);
    expect([sameAccount, sameNetwork]).toEqual([account, network]);
    expect(new Set([network, otherNetwork, account, otherAccount]).size).toBe(4);
  });

  it('is one pitch per Idempotency-Key, concurrent or repeated, and rejected for another text', async () => {
    const side = await createSubmissionSide();
    const answers = await Promise.all([side.pitch({}, key), side.pitch({}, key), side.pitch({}, key)]);
    answers.push(await side.pitch({ articleTitle: ' Title ' }, key));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    for (const read of [
      (answer: (typeof answers)[0]) => answer.body,
      (answer: (typeof answers)[0]) => answer.headers['journal-position'],
    ])
      expect(new Set(answers.map(read)).size).toBe(1);
    expect(side.types().filter((type) => type === 'SubmissionPitched')).toHaveLength(1);
    expect(codeOf(await side.pitch({ articleTitle: 'Other' }, key))).toBe('idempotency-key-reused');
    const other = await side.pitch({}, key, (await side.person()).asker);
    expect(other.json().id).not.toBe(answers[0]?.json().id);
  });

  it('is rejected if the writer’s key is deleted at this moment', async () => {
    const side = await createSubmissionSide();
    await side.vault.forget(contributorSubject({ contributorId: side.writer.userId }));
    const before = side.log.length;
    expect(codeOf(await side.pitch())).toBe('not-signed-in');
    expect(side.log).toHaveLength(before);
  });
});

describe('PUT /api/submissions/:id', () => {
  it('answers 200 with the pitch as it is now, without the writer’s address', async () => {
    const side = await createSide();
    const answer = await side.editPitch(side.id, { articleTitle: ' New ', school: '' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ...samplePitch,
        id: side.id,
        userId: side.writer.userId,
        articleTitle: 'New',
        school: null,
        createdAt: '2026-01-02T03:04:05.678Z',
        status: 'pending',
        articleId: null,
      },
    ]);
    expect(answer.headers).toMatchObject({
      etag: revisionEtag(1, answer.body),
      'cache-control': 'no-store',
      'journal-position': await side.store.head(),
    });
    expect((await side.events()).at(-1)).toMatchObject({
      data: { submissionId: side.id, userId: side.writer.userId, articleTitle: 'New', school: null },
      metadata: { actor: { id: side.admin.userId, role: 'admin' } },
    });
  });

  it('accepts If-Match with its ETag; 412 after somebody else’s edit', async () => {
    const side = await createSide();
    const { etag } = (await side.editPitch(side.id)).headers;
    const seen = { 'if-match': String(etag) };
    side.interrupt(async () => {
      await side.editPitch(side.id, { articleTitle: 'First' });
    });
    const late = await side.editPitch(side.id, { articleTitle: 'Second' }, seen);
    expect([late.statusCode, codeOf(late), late.json().message]).toEqual([
      412,
      'edited-meanwhile',
      'Someone else has changed this submission since you opened it',
    ]);
    expect(codeOf(await side.editPitch(side.id, {}, { 'if-match': 'latest' }))).toBe('invalid-if-match');
    expect(side.written()).toEqual(['SubmissionEdited']);
    const newest = (await side.editPitch(side.id, { articleTitle: 'First' })).headers.etag;
    expect((await side.editPitch(side.id, {}, { 'if-match': `W/${newest}` })).statusCode).toBe(200);
  });
});

describe('DELETE and restore', () => {
  it('delete a pitch and restore it as it was', async () => {
    const side = await createSide();
    const gone = await side.deletePitch(side.id);
    expect([gone.statusCode, gone.body, gone.headers['journal-position']]).toEqual([
      204,
      '',
      await side.store.head(),
    ]);
    const back = await side.restorePitch(side.id);
    expect([back.statusCode, back.json()]).toEqual([
      200,
      expect.objectContaining({ ...samplePitch, status: 'pending' }),
    ]);
    expect(side.written()).toEqual(['SubmissionDeleted', 'SubmissionRestored']);
  });

  it('restore an earlier version, of a deleted pitch in one append', async () => {
    const side = await createSide();
    await side.editPitch(side.id, { articleTitle: 'Second', school: null });
    await side.deletePitch(side.id);
    const back = await side.restorePitch(side.id, { revision: 0 });
    expect(back.json()).toMatchObject({ ...samplePitch, status: 'pending' });
    expect(back.headers.etag).toBe(revisionEtag(4, back.body));
    expect((await side.events()).at(-1)?.data).toMatchObject({
      articleTitle: 'Title',
      school: 'Sample School',
      restoredRevision: 0,
    });
    expect((await side.restorePitch(side.id, { revision: 1 })).json()).toMatchObject({
      articleTitle: 'Second',
      school: null,
    });
  });
});

describe('ids in the path', () => {
  it.each(['1', 'x', '00000000-0000-4000-8000-00000000000', '5B7A2C1E-0D3F-4E6A-9B8C-7D1E2F3A4B5C', '%00'])(
    '%s is 404 like an unknown one, before the body is looked at',
    async (id) => {
      const side = await createSide();
      const broken = { 'content-type': 'application/json' };
      const path = `/api/submissions/${encodeURIComponent(id)}`;
      const unknown = '00000000-0000-4000-8000-000000000000';
      for (const answer of [
        await side.app.inject({
          method: 'PUT',
          url: path,
          payload: '{',
          headers: { ...side.admin.asker, ...broken },
        }),
        await side.deletePitch(encodeURIComponent(id)),
        await side.restorePitch(encodeURIComponent(id), { revision: 0 }),
        await side.publishPitch(encodeURIComponent(id)),
        await side.finishPublishing(encodeURIComponent(id)),
        await side.editPitch(unknown),
        await side.restorePitch(unknown, { revision: 3 }),
        await side.publishPitch(unknown),
        await side.finishPublishing(unknown),
      ])
        expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'submission-not-found']);
      expect(side.written()).toEqual([]);
    },
  );
});

describe('a pitch of a forgotten writer', () => {
  it('is gone for editors too', async () => {
    const side = await createSide();
    await side.editPitch(side.id, { school: null });
    await side.vault.forget(contributorSubject({ contributorId: side.writer.userId }));
    for (const answer of [
      await side.editPitch(side.id, { school: null }),
      await side.deletePitch(side.id),
      await side.restorePitch(side.id, { revision: 0 }),
      await side.publishPitch(side.id),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'submission-not-found']);
    expect(side.written()).toEqual(['SubmissionEdited']);
  });

  it('is not written to if they are forgotten between load and append', async () => {
    const side = await createSide();
    const { keysForSealing } = side.vault;
    side.vault.keysForSealing = async (subjects) => {
      side.vault.keysForSealing = keysForSealing;
      await side.vault.forget(contributorSubject({ contributorId: side.writer.userId }));
      return keysForSealing(subjects);
    };
    expect(codeOf(await side.editPitch(side.id, { fullName: 'Somebody' }))).toBe('submission-not-found');
    expect(side.written()).toEqual([]);
  });
});

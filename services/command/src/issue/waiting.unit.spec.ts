import { contributorSubject } from '@journal/events';
import { expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers, statusesOf, userAs } from '../testing/command-side.ts';

/** Issue 7 with an article, and two accepted pitches around it. */
async function start(parts: Parameters<typeof createNewsroom>[0] = {}) {
  const side = await createNewsroom(parts);
  await side.publish({ title: 'Old' });
  const { headers } = side.admin;
  const toIssues = (method: 'POST' | 'PUT', path: string, body?: object, more: Headers = {}) =>
    side.call(method, `/api/issues${path}`, body, { ...headers, ...more });
  const accepted = async (title: string) => {
    const id = await side.pitched({ articleTitle: title });
    await side.step(id, 'accept', { issueNumber: 7 });
    return id;
  };
  const [first, second] = [await accepted('First'), await accepted('Second')];
  await toIssues('POST', '', { number: 7, date: '2027-01-31' });
  const arrange = (pieces: readonly object[]) => toIssues('PUT', '/7/pieces', { pieces });
  const pieces = [{ submissionId: first, heading: 'Winter' }, { articleId: 1 }, { submissionId: second }];
  const arranged = await arrange(pieces);
  const before = side.log.length;
  return {
    ...{ ...side, toIssues, accepted, first, second, arrange, arranged, pieces },
    publishIssue: (more?: Headers) => toIssues('POST', '/7/publish', undefined, more),
    finish: () => side.send('POST', '/api/operations/issues/7/finish-publishing'),
    /** Event types written since then. */
    written: () => side.types(before),
  };
}

const whole = [
  'IssueClosed',
  ...['ArticleIdClaimed', 'SubmissionPublished', 'ArticlePublished'],
  ...['ArticleIdClaimed', 'SubmissionPublished', 'ArticlePublished'],
  'IssuePublished',
];

it('publishing an issue first turns its pitches into articles, the last one with the lowest ID', async () => {
  const side = await start();
  expect(side.arranged.json().pieces).toEqual([
    { submissionId: side.first, heading: 'Winter' },
    { articleId: 1, heading: null },
    { submissionId: side.second, heading: null },
  ]);
  const out = await side.publishIssue({ 'x-request-id': 'request-7' });
  expect(out.json()).toMatchObject({
    status: 'published',
    pieces: [
      { articleId: 3, heading: 'Winter' },
      { articleId: 1, heading: null },
      { articleId: 2, heading: null },
    ],
  });
  expect(side.written()).toEqual(whole);
  const events = (await side.events()).slice(-whole.length);
  for (const { metadata } of events)
    expect(metadata).toMatchObject({
      actor: { id: side.admin.userId, role: 'admin' },
      requestId: 'request-7',
    });
  const { userId } = side.writer;
  expect(events.map(({ data }) => data)).toMatchObject([
    { issueNumber: 7 },
    {},
    { submissionId: side.second, articleId: 2, issueNumber: 7 },
    { articleId: 2, contributorId: userId, title: 'Second', issueNumber: 7 },
    {},
    { submissionId: side.first, articleId: 3, issueNumber: 7 },
    { articleId: 3, contributorId: userId, title: 'First', issueNumber: 7 },
    {
      issueNumber: 7,
      submissions: [
        { submissionId: side.first, userId },
        { submissionId: side.second, userId },
      ],
    },
  ]);
  expect((await side.publishPitch(side.first)).json().code).toBe('submission-published');
});

it('a pitch becomes an article once, even if the issue is withdrawn and published again', async () => {
  const side = await start();
  await side.publishIssue();
  expect((await side.toIssues('POST', '/7/withdraw')).json().pieces).toHaveLength(3);
  expect((await side.publishIssue()).json().status).toBe('published');
  expect(side.written()).toEqual([...whole, 'IssueWithdrawn', 'IssuePublished']);
  expect((await side.finish()).statusCode).toBe(204);
  expect(side.written()).toHaveLength(whole.length + 2);
});

it.each(Array.from({ length: whole.length - 1 }, (_, index) => index + 1))(
  'an issue interrupted after %i events rejects changes, and is completed with the same result',
  async (appends) => {
    const side = await start();
    side.dieAfter(appends);
    expect((await side.publishIssue()).statusCode).toBe(503);
    side.revive();
    expect(side.written()).toEqual(whole.slice(0, appends));
    // No other change is accepted meanwhile.
    for (const answer of [
      await side.arrange(side.pieces),
      await side.arrange([]),
      await side.toIssues('PUT', '/7', { date: '2027-02-01' }),
      await side.toIssues('POST', '/7/restore', { revision: 0 }),
      await side.toIssues('POST', '/7/withdraw'),
    ])
      expect(codeOf(answer)).toBe('issue-closed');
    const answers = await Promise.all([side.finish(), side.publishIssue(), side.finish()]);
    expect(statusesOf(answers)).toEqual([204, 200, 204]);
    expect(side.written().toSorted()).toEqual(whole.toSorted());
    expect(side.written().at(-1)).toBe('IssuePublished');
    expect(answers[1]?.json().pieces.map(({ articleId }: { articleId: number }) => articleId)).toEqual([
      3, 1, 2,
    ]);
  },
);

it('two editors who publish an issue concurrently publish it once', async () => {
  const side = await start();
  const other = await userAs(side, 'editor');
  const before = side.log.length;
  const answers = await Promise.all([
    side.publishIssue(),
    side.call('POST', '/api/issues/7/publish', undefined, other.headers),
  ]);
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(statusesOf(answers)).not.toContain(503);
  expect(side.types(before).toSorted()).toEqual(whole.toSorted());
});

it('a publication repeated with its idempotency key returns the same response and writes nothing more', async () => {
  const side = await start();
  const key = { 'idempotency-key': 'once' };
  side.dieAfter(4);
  expect((await side.publishIssue(key)).statusCode).toBe(503);
  side.revive();
  const [out, again] = [await side.publishIssue(key), await side.publishIssue(key)];
  expect([out.statusCode, again.json()]).toEqual([200, out.json()]);
  expect(side.written()).toEqual(['RequestAccepted', ...whole]);
});

it.each([
  ['was withdrawn by its writer', async ({ withdrawPitch, first }: Side) => withdrawPitch(first)],
  ['was declined', async ({ step, first }: Side) => step(first, 'decline', { message: 'No.' })],
  ['was deleted', async ({ deletePitch, first }: Side) => deletePitch(first)],
] as const)('a pitch that %s is left out, and its heading moves to the next piece', async (_what, happen) => {
  const side = await start();
  expect((await happen(side)).statusCode).toBeLessThan(300);
  expect((await side.publishIssue()).json().pieces).toEqual([
    { articleId: 1, heading: 'Winter' },
    { articleId: 2, heading: null },
  ]);
  expect(side.written().filter((type) => type === 'ArticlePublished')).toHaveLength(1);
});
type Side = Awaited<ReturnType<typeof start>>;

it('a pitch that is withdrawn during the publication is left out', async () => {
  const side = await start();
  // Just before it is closed, which is done second of the two.
  side.interrupt(() => side.withdrawPitch(side.first), 5);
  expect((await side.publishIssue()).json().pieces).toEqual([
    { articleId: 1, heading: 'Winter' },
    { articleId: 2, heading: null },
  ]);
});

it('an issue whose last pitch is withdrawn while it is interrupted does not come out empty', async () => {
  const side = await start();
  await side.arrange([{ submissionId: side.first }]);
  const before = side.log.length;
  side.dieAfter(1);
  expect((await side.publishIssue()).statusCode).toBe(503);
  side.revive();
  await side.withdrawPitch(side.first);
  expect(statusesOf(await Promise.all([side.finish(), side.finish()]))).toEqual([204, 204]);
  expect(side.types(before)).toEqual(['IssueClosed', 'SubmissionWithdrawn', 'IssueWithdrawn']);
  expect(codeOf(await side.publishIssue())).toBe('issue-empty');
  await side.arrange([{ submissionId: side.second }]);
  expect((await side.publishIssue()).json()).toMatchObject({
    status: 'published',
    pieces: [{ articleId: 2 }],
  });
});

it('an issue that came to nothing is again what it was: a draft to discard, or one that was out before', async () => {
  const side = await start();
  const comeToNothing = async (submissionId: string) => {
    await side.arrange([{ submissionId }]);
    side.interrupt(() => side.withdrawPitch(submissionId), 1);
    expect(codeOf(await side.publishIssue())).toBe('issue-empty');
    return (await side.arrange([])).json();
  };
  const discard = () => side.call('DELETE', '/api/issues/7', undefined, side.admin.headers);
  expect(await comeToNothing(side.first)).toMatchObject({ status: 'draft', pieces: [] });
  await side.arrange([{ articleId: 1 }]);
  await side.publishIssue();
  await side.toIssues('POST', '/7/withdraw');
  expect(await comeToNothing(side.second)).toMatchObject({ status: 'withdrawn', pieces: [] });
  expect(codeOf(await discard())).toBe('issue-in-use');
  const third = await side.accepted('Third');
  await side.toIssues('POST', '', { number: 8, date: '2027-02-14' });
  await side.toIssues('PUT', '/8/pieces', [{ submissionId: third }]);
  side.interrupt(() => side.withdrawPitch(third), 1);
  expect(codeOf(await side.toIssues('POST', '/8/publish'))).toBe('issue-empty');
  await side.toIssues('PUT', '/8/pieces', { pieces: [] });
  expect((await side.call('DELETE', '/api/issues/8', undefined, side.admin.headers)).statusCode).toBe(204);
});

it('an issue whose last pitch is withdrawn during the publication is rejected as empty', async () => {
  const side = await start();
  await side.arrange([{ submissionId: side.first }]);
  // Just after it is closed.
  side.interrupt(() => side.withdrawPitch(side.first), 1);
  expect(codeOf(await side.publishIssue())).toBe('issue-empty');
  await side.arrange([{ submissionId: side.second }]);
  expect((await side.publishIssue()).statusCode).toBe(200);
});

it('an issue is rejected as empty if all its pitches are withdrawn, and published if one remains', async () => {
  const side = await start();
  await side.arrange([{ submissionId: side.first }]);
  await side.withdrawPitch(side.first);
  expect(codeOf(await side.publishIssue())).toBe('issue-empty');
  expect((await side.arrange([{ submissionId: side.first }, { submissionId: side.second }])).statusCode).toBe(
    200,
  );
  expect((await side.publishIssue()).json().pieces).toEqual([{ articleId: 2, heading: null }]);
});

it.each([
  ['deleted', ({ remove }: Side) => remove(1)],
  [
    'hidden by its writer',
    async (side: Side) => {
      await side.publishPitch(side.first);
      await side.arrange([{ articleId: 2 }]);
      const path = `/api/submissions/mine/${side.first}/hide`;
      return side.call('POST', path, undefined, side.writer.headers);
    },
  ],
  [
    'the article of a placed pitch and deleted',
    async (side: Side) => {
      await side.arrange([{ submissionId: side.first }]);
      await side.publishPitch(side.first);
      return side.remove(2);
    },
  ],
] as const)('an issue is rejected as empty if its only piece is %s', async (_what, happen) => {
  const side = await start();
  await side.arrange([{ articleId: 1 }]);
  expect((await happen(side)).statusCode).toBe(204);
  expect(codeOf(await side.publishIssue())).toBe('issue-empty');
  expect(side.written()).not.toContain('IssuePublished');
});

it('a pitch published separately meanwhile is in the issue as its article, and is not announced again', async () => {
  const side = await start();
  await side.publishPitch(side.first);
  expect((await side.publishIssue()).json().pieces).toMatchObject([
    { articleId: 2, heading: 'Winter' },
    { articleId: 1 },
    { articleId: 3 },
  ]);
  const last = (await side.events()).at(-1);
  expect(last?.data).toMatchObject({ submissions: [{ submissionId: side.second }] });
});

it('a pitch published separately meanwhile and also placed as that article is in the issue once', async () => {
  const side = await start();
  await side.publishPitch(side.first);
  expect((await side.arrange([...side.pieces, { articleId: 2 }])).statusCode).toBe(200);
  expect((await side.publishIssue()).json().pieces).toEqual([
    { articleId: 2, heading: 'Winter' },
    { articleId: 1, heading: null },
    { articleId: 3, heading: null },
  ]);
});

it('an interrupted issue uses the writer’s latest byline, and lets them hide the article', async () => {
  const side = await start();
  const byline = { name: 'pen', penName: 'Fox', showAge: false, showSchool: false };
  const { headers } = side.writer;
  await side.call('PUT', `/api/submissions/mine/${side.first}/byline`, byline, headers);
  side.dieAfter(whole.length - 1);
  await side.publishIssue();
  side.revive();
  const hidden = await side.call('POST', `/api/submissions/mine/${side.first}/hide`, undefined, headers);
  expect(hidden.statusCode).toBe(204);
  await side.finish();
  expect((await side.stream('article-3')).map(({ type, data }) => [type, data])).toMatchObject([
    ['ArticlePublished', { authorName: 'Fox', authorAge: null, authorSchool: null }],
    ['ArticleHidden', {}],
  ]);
});

it('publishing by hand requires consent; a pitch that loses it during the publication is left out', async () => {
  const side = await start({ consentAge: 16 });
  expect(codeOf(await side.publishIssue())).toBe('consent-missing');
  expect(side.written()).toEqual([]);
  const old = await side.pitched({ articleTitle: 'Third', age: 17 });
  await side.step(old, 'accept');
  await side.arrange([{ submissionId: old }]);
  side.interrupt(() => side.editPitch(old, { articleTitle: 'Third', age: 13 }));
  expect(codeOf(await side.publishIssue())).toBe('issue-empty');
  const [, , last] = await side.stream(`submission-${old}`);
  expect(last?.type).toBe('SubmissionEdited');
});

it('the pitches of a forgotten writer are left out', async () => {
  const side = await start();
  await side.vault.forget(contributorSubject({ contributorId: side.writer.userId }));
  expect((await side.publishIssue()).json().pieces).toEqual([{ articleId: 1, heading: 'Winter' }]);
});

it.each([
  ['is not accepted', async (side: Side) => side.pitched(), 'submission-not-accepted'],
  [
    'was declined',
    async (side: Side) => {
      const id = await side.accepted('Third');
      await side.step(id, 'decline', { message: 'No.' });
      return id;
    },
    'submission-not-accepted',
  ],
  ['is none', async () => '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c', 'submission-not-found'],
  ['is no id', async () => 'seven', 'invalid-request'],
] as const)('a pitch that %s can’t be placed in an issue', async (_what, make, code) => {
  const side = await start();
  expect(codeOf(await side.arrange([{ submissionId: await make(side) }]))).toBe(code);
});

it('pieces are distinct articles or pitches, and a published pitch is placed as its article', async () => {
  const side = await start();
  const { first: submissionId } = side;
  for (const wrong of [[{ submissionId }, { submissionId }], [{ submissionId, articleId: 1 }], [{}]])
    expect(codeOf(await side.arrange(wrong))).toBe('invalid-request');
  const third = await side.accepted('Third');
  await side.publishPitch(third);
  expect((await side.arrange([{ submissionId: third }])).json().pieces).toEqual([
    { articleId: 2, heading: null },
  ]);
});

it('a published issue rejects pitches', async () => {
  const side = await start();
  await side.arrange([{ articleId: 1 }]);
  await side.publishIssue();
  expect(codeOf(await side.arrange([{ articleId: 1 }, { submissionId: side.first }]))).toBe(
    'issue-published',
  );
  expect(codeOf(await side.finish())).toBe('issue-not-found');
});

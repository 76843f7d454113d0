import { concernSubject, retention } from '@journal/events';
import { expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers } from '../testing/command-side.ts';
import { concernDecider } from './concern.decider.ts';

const text = 'I am named, and never said yes.';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

async function start(parts?: Parameters<typeof createNewsroom>[0]) {
  const side = await createNewsroom(parts);
  const before = side.log.length;
  return {
    ...side,
    report: (body: object | string, headers: Headers = {}) =>
      side.call('POST', '/api/concerns', body, headers),
    erase: (id: string) => side.send('POST', `/api/operations/concerns/${id}/erase`),
    written: () => side.types(before),
    last: async () => (await side.events()).at(-1),
  };
}

it('a concern can be reported by anyone, is sealed with its own key, and does not name the account', async () => {
  const side = await start();
  const visitor = await side.report({ text: `  ${text}\n`, article: '12', replyTo: 'parent@example.org' });
  expect([visitor.statusCode, visitor.json().message]).toMatchObject([
    202,
    expect.stringMatching(/^Thank you/),
  ]);
  const signedIn = await side.report({ text }, side.writer.headers);
  expect([signedIn.statusCode, signedIn.body]).toEqual([202, visitor.body]);
  const [first, second] = (await side.events()).slice(-2);
  expect(first?.data).toMatchObject({ text, articleId: 12, replyTo: 'parent@example.org' });
  expect(second?.data).toMatchObject({ text, articleId: null, replyTo: null });
  for (const event of [first, second])
    expect(event?.metadata.actor).toEqual({ id: 'visitor', role: 'visitor' });
  expect(JSON.stringify(side.log)).not.toContain(text);
});

it('a concern can be sent by a plain form post, which redirects back to its page', async () => {
  const side = await start();
  const submit = (fields: Record<string, string>) =>
    side.report(new URLSearchParams(fields).toString(), formType);
  const done = await submit({ text: 'One\r\nTwo', replyTo: '', article: '' });
  expect([done.statusCode, done.headers.location]).toEqual([303, '/report?outcome=done']);
  expect((await side.last())?.data).toMatchObject({ text: 'One\nTwo', articleId: null, replyTo: null });
  const long = 'It goes on.\n'.repeat(416);
  await submit({ text: `${long.replaceAll('\n', '\r\n')}Finally.` });
  expect((await side.last())?.data).toMatchObject({ text: `${long}Finally.` });
  const refused = await submit({ text: ' ' });
  expect([refused.statusCode, refused.headers.location]).toEqual([303, '/report?outcome=invalid-request']);
});

it.each([
  {},
  { text: '  ' },
  { text: 7 },
  { text: 'x'.repeat(5_001) },
  { text: 'hidden \u202e' },
  { text, replyTo: 'x'.repeat(255) },
  { text, article: 'twelve' },
  { text, article: '0' },
  { text, article: '9999999999' },
  { text, more: 1 },
])('a concern with %j is rejected and writes nothing', async (body) => {
  const side = await start();
  const answer = await side.report(body);
  expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid-request']);
  expect(side.written()).toEqual([]);
});

it('a concern is erased with its key after its retention period, and not before', async () => {
  const side = await start();
  await side.report({ text });
  const concernId = String((await side.last())?.stream).replace('concern-', '');
  side.pass(retention.reportedConcern.lifetime);
  expect((await side.erase(concernId)).statusCode).toBe(204);
  expect(side.written()).toEqual(['ConcernReported']);
  side.pass(1);
  for (const _again of [1, 2]) expect((await side.erase(concernId)).statusCode).toBe(204);
  expect(side.written()).toEqual(['ConcernReported', 'ConcernErased']);
  expect(await side.knows(concernSubject({ concernId }))).toBe(false);
  expect((await side.events()).at(-2)?.data).toMatchObject({ text: null, replyTo: null });
});

it('erasing an unknown concern writes nothing', async () => {
  const side = await start();
  expect((await side.erase('00000000-0000-4000-8000-000000000000')).statusCode).toBe(204);
  expect(side.written()).toEqual([]);
});

it('reporting a concern again with the same ID writes nothing', () => {
  const report = { type: 'ReportAnyConcern', concernId: 'a', articleId: null, text, replyTo: null } as const;
  const state = { revision: 0, reportedAt: '2026-01-01T00:00:00.000Z', isErased: false };
  expect(concernDecider.decide(report, state)).toEqual({ events: [] });
});

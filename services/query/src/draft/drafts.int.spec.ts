import { type AccountExport, draftEtag, type NamedDraft, type Transport } from '@journal/contracts';
import { beforeEach, expect, it, vi } from 'vitest';
import { commandOf, sampleToken, useQuerySystem } from '../testing/query-system.ts';

const draft: NamedDraft = {
  ...{ target: 'new-pitch', version: 7, savedAt: '2026-02-02T00:00:00.000Z' },
  values: { articleTitle: 'Begun at school' },
  base: null,
};
const command = vi.fn<Transport>();
beforeEach(() => void command.mockReset().mockImplementation(commandOf([draft])));

const system = useQuerySystem({ command }, async () => {
  await system.tables.accounts.put({ userId: 'writer' });
  await system.tables.accounts.put({ userId: 'admin', roles: ['admin'] });
  await system.tables.commit({ articles: [{ id: 1 }] });
  const { position } = system.tables;
  await system.tables.submissions.commit({ position, submissions: [{ id: 'pitch-1', userId: 'writer' }] });
  await system.tables.accounts.moveTo(position);
});
const requiring = useQuerySystem({ command, requiresPasskeys: true }, async () => {
  await requiring.tables.accounts.put({ userId: 'admin', roles: ['admin'] });
  await requiring.tables.accounts.moveTo(await requiring.tables.commit({ articles: [{ id: 1 }] }));
});
const read = async (target: string, userId = 'writer') =>
  system.get(`/api/me/drafts/${target}`, { cookie: await system.cookieOf({ userId, version: 0 }) });

it('a draft is returned as the command service has it, with no-store', async () => {
  const answer = await read('new-pitch');
  expect(answer.json()).toEqual({ values: draft.values, base: null, savedAt: draft.savedAt });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', etag: draftEtag(7, 'writer') });
  expect(command.mock.calls.map(([path, { method }]) => `${method} ${path}`)).toEqual([
    'POST /api/operations/users/writer/drafts?target=new-pitch',
  ]);
});

it('a missing draft is null, with the ETag for creating one', async () => {
  command.mockImplementation(commandOf([]));
  const answer = await read('new-pitch');
  expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([
    200,
    'null',
    draftEtag(0, 'writer'),
  ]);
});

it.each([
  ['article-1', 'writer', 403, 'not-allowed'],
  ['article-0', 'admin', 404, 'not-found'],
  ['pitch-1', 'writer', 404, 'not-found'],
  ['%0d%0aset-cookie', 'writer', 404, 'not-found'],
])('a request for the draft %s by %s returns %i %s', async (target, userId, status, code) => {
  const answer = await read(target, userId);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect(command).not.toHaveBeenCalled();
});

it('an article’s draft requires a passkey from an administrator if passkeys are required', async () => {
  const by = async (how: object) => {
    const cookie = await requiring.cookieOf({ userId: 'admin', version: 0, ...how });
    return requiring.get('/api/me/drafts/article-1', { cookie });
  };
  const answer = await by({});
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'passkey-required']);
  expect(command).not.toHaveBeenCalled();
  expect((await by({ byPasskey: true })).statusCode).toBe(200);
});

it('an article’s draft is exported only to a session that may edit it at that moment', async () => {
  command.mockImplementation(commandOf([draft, { ...draft, target: 'article-1' }]));
  const exported = async (by: typeof system, userId: string, how: object = {}) => {
    const cookie = await by.cookieOf({ userId, version: 0, ...how });
    const { drafts } = (await by.get('/api/me/export', { cookie })).json<AccountExport>();
    return drafts.map(({ target }) => target);
  };
  expect(await exported(system, 'admin')).toEqual(['new-pitch', 'article-1']);
  expect(await exported(system, 'writer')).toEqual(['new-pitch']);
  expect(await exported(requiring, 'admin')).toEqual(['new-pitch']);
  expect(await exported(requiring, 'admin', { byPasskey: true })).toEqual(['new-pitch', 'article-1']);
  const authorization = `Bearer ${sampleToken}`;
  const path = '/api/operations/users/export?email=writer@example.org';
  const { drafts } = (await system.get(path, { authorization })).json<AccountExport>();
  expect(drafts.map(({ target }) => target)).toEqual(['new-pitch']);
});

it('a draft returns 503 while the command service is unavailable', async () => {
  command.mockRejectedValue(new Error('away'));
  const answer = await read('article-1', 'admin');
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '5',
  ]);
});

import { Writable } from 'node:stream';
import type { Preview, Transport } from '@journal/contracts';
import { beforeEach, expect, it, vi } from 'vitest';
import { useQuerySystem } from '../testing/query-system.ts';

const id = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c';
const token = 'zxq'.padEnd(64, 'A');
const expiresAt = '2026-01-09T03:04:05.678Z';
const preview: Preview = {
  articleId: null,
  expiresAt,
  article: {
    ...{ title: 'Title', excerpt: 'Summary', content: 'Essay', section: 'view', readTime: 1 },
    ...{ authorName: 'Mina K.', authorAge: null, authorSchool: null },
  },
};
const answer = (status: number, body: unknown) => ({ status, headers: {}, body: JSON.stringify(body) });
const command = vi.fn<Transport>();
beforeEach(() => void command.mockReset().mockResolvedValue(answer(200, preview)));

const lines: string[] = [];
const logStream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const system = useQuerySystem({ command, logStream, logLevel: 'info' }, async () => {
  await system.tables.accounts.put({ userId: 'editor', roles: ['editor'] });
  await system.tables.commit({});
  const { position } = system.tables;
  await system.tables.submissions.commit({ position, submissions: [{ id }] });
  await system.tables.accounts.moveTo(position);
});
const read = (of = token) => system.get(`/api/preview?token=${of}`);

it('a preview is returned as the command service has it, with no-store and no token in a URL', async () => {
  const shown = await read();
  expect([shown.statusCode, shown.json()]).toEqual([200, preview]);
  expect(shown.headers['cache-control']).toBe('no-store');
  // It is not read from the tables: an unknown position would mean that changes may have been missed.
  expect(shown.headers).not.toHaveProperty('journal-position');
  const [[path, request] = []] = command.mock.calls;
  expect([path, request?.method, request?.body]).toEqual([
    '/api/operations/previews',
    'POST',
    JSON.stringify({ token }),
  ]);
});

it.each([
  [410, 'preview-ended', 410],
  [404, 'preview-not-found', 404],
  [500, 'internal', 503],
] as const)('a %i %s from the command service returns %i', async (status, code, expected) => {
  command.mockResolvedValue(answer(status, { code, message: 'A message' }));
  const refused = await read();
  expect(refused.statusCode).toBe(expected);
  if (expected !== 503) expect(refused.json().code).toBe(code);
  expect(refused.headers['cache-control']).toBe('no-store');
});

it.each(['', 'token', `${token}A`])(
  'a malformed token returns 404 without a request to the command service: %s',
  async (none) => {
    const unknown = await read(none);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'preview-not-found']);
    expect(command).not.toHaveBeenCalled();
  },
);

it('editors can list the preview links of a pitch', async () => {
  const links = [{ id, madeBy: 'editor', expiresAt }];
  command.mockResolvedValue(answer(200, links));
  const cookie = await system.cookieOf({ userId: 'editor', version: 0 });
  const listed = await system.get(`/api/submissions/${id}/previews`, { cookie });
  expect([listed.json(), listed.headers['cache-control']]).toEqual([links, 'no-store']);
});

it('a token is never logged, even if the request fails', async () => {
  await read();
  command.mockRejectedValue(new Error('away'));
  expect((await read()).statusCode).toBe(503);
  const logged = lines.join('');
  expect(logged).toContain('/api/preview');
  expect(logged).not.toContain('zxq');
});

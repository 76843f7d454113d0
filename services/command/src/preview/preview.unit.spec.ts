import { Writable } from 'node:stream';
import { type PreviewEvent, userStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, samplePitch, userAs } from '../testing/command-side.ts';
import { fold } from '../writing/decide-and-append.ts';
import { isOpen, maxPreviewLinks, type PreviewCommand, previewDecider } from './preview.decider.ts';

const day = 24 * 60 * 60_000;
const expiresAt = '2026-01-09T03:04:05.678Z';
const link = { submissionId: 'pitch-1', linkId: 'a' };
const made = { type: 'PreviewLinkMade', data: { ...link, tokenHash: 'hash', expiresAt } } as const;
const revoked = { type: 'PreviewLinkRevoked', data: link } as const;
const metadata = { at: '2026-01-02T03:04:05.678Z', actor: { id: 'editor-1', role: 'editor' as const } };
const stateOf = (...history: readonly PreviewEvent[]) =>
  fold(
    previewDecider,
    history.map((event, revision) => ({ ...event, metadata, revision, position: `1${revision}` })) as never,
  ).state;

describe('the preview links of a pitch', () => {
  const at = '2026-01-02T03:04:05.679Z';
  const make: PreviewCommand = { type: 'MakePreviewLink', ...link, tokenHash: 'hash', at, expiresAt };
  const revoke: PreviewCommand = { type: 'RevokePreviewLink', ...link };
  const declined = 'submission-declined' as const;

  it.each<[string, readonly PreviewEvent[], PreviewCommand, object]>([
    ['none: made', [], make, { events: [made] }],
    [
      'one: another made',
      [made],
      { ...make, linkId: 'b' },
      { events: [{ ...made, data: { ...made.data, linkId: 'b' } }] },
    ],
    ['closed: none made', [], { ...make, closedReason: declined }, { rejection: declined }],
    ['none: revoked', [], revoke, { rejection: 'preview-not-found' }],
    ['one: revoked', [made], revoke, { events: [revoked] }],
    ['one: another revoked', [made], { ...revoke, linkId: 'b' }, { rejection: 'preview-not-found' }],
    ['revoked: again', [made, revoked], revoke, { events: [] }],
  ])('have the expected outcome: %s', (_what, history, command, expected) => {
    expect(previewDecider.decide(command, stateOf(...history))).toEqual(expected);
  });

  const many = Array.from({ length: maxPreviewLinks }, (_, index) => ({
    ...made,
    data: { ...made.data, linkId: `${index}` },
  }));
  const revokedOf = (linkId: string) => ({ ...revoked, data: { ...revoked.data, linkId } });
  const another = { events: [made] };
  it.each<[string, readonly PreviewEvent[], Partial<PreviewCommand>, object]>([
    ['one less', many.slice(1), {}, another],
    ['as many as may run', many, {}, { rejection: 'too-many-previews' }],
    ['one of them revoked', [...many, revokedOf('3')], {}, another],
    ['all of them over', many, { at: expiresAt }, another],
    ['the pitch was closed meanwhile', many, { endedAt: '2' }, another],
  ])('allow another link as expected: %s', (_what, history, change, expected) => {
    const command = { ...make, ...change } as PreviewCommand;
    expect(previewDecider.decide(command, stateOf(...history))).toEqual(expected);
  });

  it.each([
    ['before it expires', [made], -1, true],
    ['when it expires', [made], 0, false],
    ['revoked', [made, revoked], -1, false],
  ] as const)('are open until they expire or are revoked: %s', (_what, history, milliseconds, expected) => {
    const [known] = stateOf(...history).links;
    expect(known && isOpen(known, new Date(Date.parse(expiresAt) + milliseconds).toISOString())).toBe(
      expected,
    );
  });
});

async function start(parts: Parameters<typeof createNewsroom>[0] = {}) {
  const side = await createNewsroom(parts);
  const id = await side.pitched();
  const answer = await side.step(id, 'previews');
  const { id: linkId, token } = answer.json<{ id: string; token: string }>();
  return {
    ...side,
    id,
    linkId,
    token,
    answer,
    read: (of = token) => side.operate('previews', { token: of }),
    links: async () => (await side.operate(`submissions/${id}/previews`, {})).json(),
    revoke: (of = linkId) =>
      side.call('DELETE', `/api/submissions/${id}/previews/${of}`, undefined, side.admin.headers),
  };
}

describe('a preview link', () => {
  it('shows the pitch as an article with its chosen byline, and is stored only as a hash', async () => {
    const side = await start();
    expect(side.answer.statusCode).toBe(201);
    expect(side.answer.json()).toMatchObject({ token: expect.stringMatching(/^[\w-]{64}$/), expiresAt });
    await side.call(
      'PUT',
      `/api/submissions/mine/${side.id}/byline`,
      { name: 'first', showAge: false, showSchool: false },
      side.writer.headers,
    );
    const shown = await side.read();
    expect(shown.headers['cache-control']).toBe('no-store');
    const [authorName] = samplePitch.fullName.split(' ');
    expect(shown.json()).toMatchObject({
      articleId: null,
      expiresAt,
      article: { title: samplePitch.articleTitle, authorName, authorAge: null, authorSchool: null },
    });
    expect(JSON.stringify(side.log)).not.toContain(side.token);
    const event = (await side.events()).find(({ type }) => type === 'PreviewLinkMade');
    expect(event?.data).toMatchObject({ tokenHash: await side.hash('preview-link', side.token) });
  });

  it('is listed with its creator until it has ended', async () => {
    const side = await start();
    const editor = await userAs(side, 'editor');
    const path = `/api/submissions/${side.id}/previews`;
    const other = await side.call('POST', path, undefined, editor.headers);
    expect(other.json().token).not.toBe(side.token);
    const own = { id: side.linkId, madeBy: side.admin.userId, expiresAt };
    const theirs = { id: other.json().id, madeBy: editor.userId, expiresAt };
    expect(await side.links()).toEqual([own, theirs]);
    await side.revoke();
    expect(await side.links()).toEqual([theirs]);
    side.pass(7 * day);
    expect(await side.links()).toEqual([]);
  });

  it('ends after 7 days, to the millisecond', async () => {
    const side = await start();
    side.pass(7 * day - 1);
    expect((await side.read()).statusCode).toBe(200);
    side.pass(1);
    const ended = await side.read();
    expect([ended.statusCode, codeOf(ended)]).toEqual([410, 'preview-ended']);
  });

  it('ends when it is revoked, idempotently, while other links stay valid', async () => {
    const side = await start();
    const other = (await side.step(side.id, 'previews')).json().token;
    expect((await side.revoke()).statusCode).toBe(204);
    const written = side.log.length;
    expect((await side.revoke()).statusCode).toBe(204);
    expect(side.log).toHaveLength(written);
    expect(codeOf(await side.read())).toBe('preview-ended');
    expect((await side.read(other)).statusCode).toBe(200);
    expect(codeOf(await side.revoke('0b6f0c1a-2d3e-4f5a-8b9c-1d2e3f4a5b6c'))).toBe('preview-not-found');
  });

  it.each<[string, (side: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>([
    ['deleted', ({ call, id, admin }) => call('DELETE', `/api/submissions/${id}`, undefined, admin.headers)],
    ['declined', ({ step, id }) => step(id, 'decline', { message: 'A message' })],
    ['withdrawn', ({ withdrawPitch, id }) => withdrawPitch(id)],
    [
      'erased',
      async ({ step, id, pass, operate }) => {
        await step(id, 'decline', { message: 'A message' });
        pass(366 * day);
        await operate(`submissions/${id}/erase`, {});
      },
    ],
    ['of a writer who is forgotten', ({ happen, writer }) => happen(writer.userId, 'UserForgotten')],
    ['of a writer whose key is gone', ({ vault, writer }) => vault.forget(`contributor:${writer.userId}`)],
  ])('has ended if the pitch is %s', async (_what, close) => {
    const side = await start();
    await close(side);
    const ended = await side.read();
    expect([ended.statusCode, codeOf(ended)]).toEqual([410, 'preview-ended']);
    expect(ended.body).not.toContain(samplePitch.articleTitle);
  });

  it('has ended while the editor who made it is none, but can still be revoked', async () => {
    const side = await start();
    const { userId, headers } = await userAs(side, 'editor');
    const path = `/api/submissions/${side.id}/previews`;
    const { id: linkId, token } = (await side.call('POST', path, undefined, headers)).json();
    const happen = (type: 'RoleGranted' | 'RoleRevoked') =>
      side.append(userStream(userId), { type, data: { userId, role: 'editor' } });
    expect((await side.read(token)).statusCode).toBe(200);
    await happen('RoleRevoked');
    const ended = await side.read(token);
    expect([ended.statusCode, codeOf(ended)]).toEqual([410, 'preview-ended']);
    expect(ended.body).not.toContain(samplePitch.articleTitle);
    expect((await side.read()).statusCode).toBe(200);
    expect(await side.links()).toHaveLength(2);
    await happen('RoleGranted');
    expect((await side.read(token)).statusCode).toBe(200);
    await side.revoke(linkId);
    expect(codeOf(await side.read(token))).toBe('preview-ended');
  });

  it.each<[string, (side: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>([
    [
      'declined and reopened',
      async ({ step, id }) => {
        await step(id, 'decline', { message: 'A message' });
        await step(id, 'reopen');
      },
    ],
    [
      'deleted and restored',
      async ({ deletePitch, restorePitch, id }) => {
        await deletePitch(id);
        await restorePitch(id);
      },
    ],
    [
      'reopened with a clock that is behind, and the new link is made with one further behind',
      async ({ step, id, pass }) => {
        pass(-60_000);
        await step(id, 'decline', { message: 'A message' });
        await step(id, 'reopen');
        pass(-60_000);
      },
    ],
  ])('has ended if the pitch was %s, but a new link works', async (_what, reopen) => {
    const side = await start();
    await reopen(side);
    expect(codeOf(await side.read())).toBe('preview-ended');
    expect(await side.links()).toEqual([]);
    const { token } = (await side.step(side.id, 'previews')).json();
    expect((await side.read(token)).statusCode).toBe(200);
    expect(await side.links()).toHaveLength(1);
  });

  it('is rejected with 409 while 20 others are open', async () => {
    const side = await start();
    for (let made = 1; made < 20; made++) expect((await side.step(side.id, 'previews')).statusCode).toBe(201);
    const refused = await side.step(side.id, 'previews');
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'too-many-previews']);
    await side.revoke();
    expect((await side.step(side.id, 'previews')).statusCode).toBe(201);
  });

  it('leads to the article once the pitch is published', async () => {
    const side = await start();
    const { id: articleId } = (await side.publishPitch(side.id)).json();
    expect((await side.read()).json()).toEqual({ articleId, article: null, expiresAt });
  });

  it.each([
    ['another secret', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['another pitch', (token: string) => `${'A'.repeat(22)}${token.slice(22)}`],
    ['nothing', () => ''],
    ['more', (token: string) => `${token}A`],
    ['another spelling', (token: string) => `${token.slice(0, -1)}=`],
  ])('is not found if its token is changed: %s', async (_what, change) => {
    const side = await start();
    const unknown = await side.read(change(side.token));
    expect([unknown.statusCode, codeOf(unknown)]).toEqual([404, 'preview-not-found']);
  });

  it('does not change the pitch: an ETag from before stays valid', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const seen = { 'if-match': '"0"' };
    const put = (title: string, headers: object) =>
      side.call(
        'PUT',
        `/api/submissions/${id}`,
        { ...samplePitch, articleTitle: title },
        { ...side.writer.headers, ...headers },
      );
    const etag = String((await put('Second', {})).headers.etag ?? seen['if-match']);
    await side.step(id, 'previews');
    expect((await put('Third', { 'if-match': etag })).statusCode).toBe(200);
    const stream = await side.stream(`submission-${id}`);
    expect(stream.map(({ type }) => type)).toEqual([
      'SubmissionPitched',
      'SubmissionEdited',
      'SubmissionEdited',
    ]);
  });

  it('never appears in the log, even in failed requests', async () => {
    const lines: string[] = [];
    const logStream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const side = await start({ logStream });
    await side.read();
    await side.revoke();
    await side.read();
    await side.read(`${side.token}x`);
    await side.app.inject(`/api/preview?token=${side.token}`);
    side.vault.keysForOpening = () => Promise.reject(new Error('the vault is away'));
    await side.read();
    const logged = lines.join('');
    expect(logged).toContain('/api/operations/previews');
    expect(logged).not.toContain(side.token.slice(22));
  });
});

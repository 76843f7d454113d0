import type { IssueCard, OwnConsent, OwnSubmission, Submission } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { putIssue } from '../testing/issue-row.ts';
import { useQuerySystem } from '../testing/query-system.ts';

const idOf = (number: number) => `5b7a2c1e-0d3f-4e6a-9b8c-${String(number).padStart(12, '0')}`;
const askedAt = '2026-01-02T00:00:00.000Z';
const bodies: unknown[] = [];

const begin = async (tables: ReturnType<typeof useQuerySystem>['tables']) => {
  await tables.commit({});
  const { accounts, submissions, position } = tables;
  const given = {
    consent: 'given',
    guardianAskedAt: askedAt,
    guardianEmail: 'guardian@example.org',
  } as const;
  await accounts.put({ userId: 'admin', roles: ['admin'] });
  await accounts.put({ userId: 'alone', consent: 'declined', guardianAskedAt: askedAt });
  await accounts.put({ userId: 'agreed', ...given });
  await submissions.commit({
    position,
    submissions: [
      { id: idOf(1), userId: 'alone', age: 15, stage: 'accepted', articleTitle: 'Tides' },
      { id: idOf(2), userId: 'alone', age: 16 },
      { id: idOf(3), userId: 'agreed', age: 13 },
      { id: idOf(4), userId: 'alone', age: 13, status: 'published', articleId: 7 },
    ],
  });
  await accounts.moveTo(position);
};

const asking = useQuerySystem(
  {
    consentAge: 16,
    command: async (path, { body }) => {
      bodies.push([path, body && JSON.parse(body)]);
      return { status: 200, headers: {}, body: JSON.stringify({ fullName: 'Ada', state: 'asked' }) };
    },
  },
  () => begin(asking.tables),
);
const off = useQuerySystem({}, () => begin(off.tables));

describe('a pitch that awaits a guardian’s consent', () => {
  it('is marked for editors and its writer, and no other pitch is', async () => {
    for (const [system, waiting] of [
      [asking, [idOf(1)]],
      [off, []],
    ] as const) {
      const cookieOf = (userId: string) => system.cookieOf({ userId, version: 0 });
      const read = async <Data>(path: string, userId: string) =>
        (await system.get(path, { cookie: await cookieOf(userId) })).json<Data>();
      const marked = (list: readonly (Submission | OwnSubmission)[]) =>
        list.filter((pitch) => pitch.awaitsConsent).map(({ id }) => id);
      const all = await read<Submission[]>('/api/submissions', 'admin');
      expect(marked(all)).toEqual(waiting);
      expect(all).toHaveLength(3);
      expect(marked(await read<OwnSubmission[]>('/api/submissions/mine', 'alone'))).toEqual(waiting);
      const one = await read<Submission>(`/api/submissions/${idOf(1)}`, 'admin');
      expect(one.awaitsConsent).toBe(waiting.length > 0 ? true : undefined);
      expect('awaitsConsent' in one).toBe(waiting.length > 0);
    }
  });

  it('is not in the preview of its issue’s mail, nor counted among the issue’s pieces', async () => {
    for (const [system, isThere] of [
      [asking, false],
      [off, true],
    ] as const) {
      const pieces = [{ submissionId: idOf(1), userId: 'alone', heading: null }];
      await putIssue(system.tables.pool, { number: 7, pieces });
      const cookie = await system.cookieOf({ userId: 'admin', version: 0 });
      const { text } = (await system.get('/api/issues/7/mail', { cookie })).json<{ text: string }>();
      expect(text.includes('Tides')).toBe(isThere);
      const list = (await system.get('/api/issues?status=all', { cookie })).json<IssueCard[]>();
      expect(list.map((issue) => issue.pieces)).toEqual([isThere ? 1 : 0]);
    }
  });
});

it('a writer reads the state of their guardian’s consent, and the age of consent', async () => {
  const read = async (system: typeof off, userId: string) =>
    (await system.get('/api/me/consent', { cookie: await system.cookieOf({ userId, version: 0 }) })).json();
  const guardian = { state: 'given', guardianEmail: 'guardian@example.org', askedAt } as const;
  expect(await read(asking, 'agreed')).toEqual({ consentAge: 16, ...guardian } satisfies OwnConsent);
  const nobody = { state: null, guardianEmail: null, askedAt: null };
  expect(await read(off, 'admin')).toEqual({ consentAge: null, ...nobody } satisfies OwnConsent);
});

it('a guardian’s token is sent to the command service in the body, not in the URL', async () => {
  const answer = await asking.get('/api/consent?token=a-token');
  expect(answer.json()).toEqual({ fullName: 'Ada', state: 'asked' });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(bodies).toEqual([['/api/operations/consents', { token: 'a-token' }]]);
  expect((await off.get('/api/consent?token=a-token')).json()).toEqual({ fullName: null, state: 'over' });
});

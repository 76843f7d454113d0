import { describe, expect, it } from 'vitest';
import { putIssue } from '../testing/issue-row.ts';
import { putMailing, putMailingStep } from '../testing/mailing-row.ts';
import { useQuerySystem } from '../testing/query-system.ts';

const system = useQuerySystem({}, async () => {
  const { pool, accounts, commit } = system.tables;
  await accounts.put({ userId: 'editor', roles: ['editor'], fullName: 'Noor Editor' });
  await putIssue(pool, { number: 7, status: 'published' });
  await putIssue(pool, { number: 8 });
  const cancelledAt = '2026-01-01T08:00:00.000Z';
  await putMailing(pool, {
    ...{ mailingId: '7-1', issueNumber: 7, status: 'cancelled', preparedAt: cancelledAt },
  });
  const counts = JSON.stringify({ accepted: 2, refused: 0, uncertain: 1, left: 0, suppressed: 0 });
  const at = '2026-01-02T08:00:00.000Z';
  await putMailing(pool, {
    ...{ mailingId: '7-2', issueNumber: 7, status: 'completed', audience: 'clash', revision: 2 },
    ...{ preparedAt: at, startedAt: at, frozenAt: at, completedAt: at, recipients: 3, counts },
  });
  await putMailingStep(pool, { mailingId: '7-2', revision: 0, event: 'MailingPrepared', actorId: 'editor' });
  await putMailingStep(pool, {
    ...{ mailingId: '7-2', revision: 1, event: 'MailingPaused', reason: 'failures' },
    ...{ actorId: 'service', actorRole: 'service' },
  });
  await commit({});
});

describe('mailings', () => {
  const asEditor = async (url: string) =>
    system.get(url, { cookie: await system.cookieOf({ userId: 'editor', version: 0 }) });

  it('are listed for an issue, newest first', async () => {
    const list = await asEditor('/api/issues/7/mailings');
    expect(list.json().map(({ id }: { id: string }) => id)).toEqual(['7-2', '7-1']);
    expect((await asEditor('/api/issues/8/mailings')).json()).toEqual([]);
    for (const number of ['9', '0', 'seven'])
      expect((await asEditor(`/api/issues/${number}/mailings`)).json().code).toBe('issue-not-found');
  });

  it('tell what was done, by whom and why', async () => {
    const answer = await asEditor('/api/mailings/7-2');
    expect(answer.headers.etag).toMatch(/^"2-/);
    expect(answer.json()).toMatchObject({
      ...{ id: '7-2', issueNumber: 7, audience: 'clash', status: 'completed', reason: null },
      ...{ recipients: 3, counts: { accepted: 2, uncertain: 1 } },
      steps: [
        { revision: 1, event: 'MailingPaused', actor: { role: 'service', name: null }, reason: 'failures' },
        { revision: 0, event: 'MailingPrepared', actor: { name: 'Noor Editor' }, reason: null },
      ],
    });
    for (const id of ['7-3', '7-0', '7', 'x'])
      expect((await asEditor(`/api/mailings/${id}`)).json().code).toBe('mailing-not-found');
  });
});

import { freshForHeader } from '@journal/contracts';
import { createDeliveries } from '@journal/read-models/delivery';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { schemas } from '../database.ts';
import { putIssue } from '../testing/issue-row.ts';
import { putMailing, putMailingStep } from '../testing/mailing-row.ts';
import { useQuerySystem } from '../testing/query-system.ts';

/** Subscribers by id, each with the only section that they asked for, if any. */
async function subscribe(
  subscribers: Record<string, string | null>,
  confirmedAt: string | null = '2026-01-02',
) {
  for (const [id, section] of Object.entries(subscribers))
    await system.tables.pool.query(
      `insert into ${schemas.newsletter}.subscriber
         (subscriber_id, address_hash, email, section, requested_at, confirmed_at)
       values ($1, $1, $1 || '@example.org', $2, '2026-01-01', $3)`,
      [id, section, confirmedAt],
    );
}

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
  await accounts.put({ userId: 'admin', roles: ['admin'] });
  await putMailing(pool, { mailingId: '8-1', issueNumber: 8, audience: 'clash' });
  await putMailing(pool, {
    ...{ mailingId: '9-1', issueNumber: 9, status: 'sending', recipients: 4 },
    ...{ startedAt: at, frozenAt: at },
  });
  await subscribe({ all: null, more: null, clash: 'clash', view: 'view' });
  await subscribe({ unconfirmed: null, other: 'clash' }, null);
  await commit({
    articles: [
      { id: 1, section: 'clash' },
      { id: 2, section: 'view', isDeleted: true },
    ],
  });
  await putIssue(pool, { number: 10, pieces: [1, 2].map((articleId) => ({ articleId, heading: null })) });
  await putMailing(pool, { mailingId: '10-1', issueNumber: 10 });
});

describe('mailings', () => {
  const asEditor = async (url: string) =>
    system.get(url, { cookie: await system.cookieOf({ userId: 'editor', version: 0 }) });

  it('are listed for an issue, newest first', async () => {
    const list = await asEditor('/api/issues/7/mailings');
    expect(list.json().map(({ id }: { id: string }) => id)).toEqual(['7-2', '7-1']);
    expect((await asEditor('/api/issues/8/mailings')).json()).toMatchObject([{ id: '8-1' }]);
    for (const number of ['9', '0', 'seven'])
      expect((await asEditor(`/api/issues/${number}/mailings`)).json().code).toBe('issue-not-found');
  });

  it('are listed by their numbers, whatever the clocks of the machines said', async () => {
    const { pool } = system.tables;
    await putIssue(pool, { number: 15 });
    const ended = { status: 'cancelled', preparedAt: '2026-01-02T08:05:00.000Z' } as const;
    await putMailing(pool, { mailingId: '15-9', issueNumber: 15, ...ended });
    await putMailing(pool, {
      ...{ mailingId: '15-10', issueNumber: 15, preparedAt: '2026-01-02T08:04:00.000Z' },
    });
    const list = (await asEditor('/api/issues/15/mailings')).json();
    expect(list.map(({ id }: { id: string }) => id)).toEqual(['15-10', '15-9']);
  });

  it('show outcomes that became known after their end, as long as those are recorded', async () => {
    const { pool } = system.tables;
    await createDeliveries(pool).copyOf('none');
    const at = '2026-01-02T08:00:00.000Z';
    const counts = JSON.stringify({ accepted: 1, refused: 0, uncertain: 1, left: 0, suppressed: 0 });
    await putMailing(pool, {
      ...{ mailingId: '14-1', issueNumber: 14, status: 'completed', recipients: 2, counts },
      ...{ startedAt: at, frozenAt: at, completedAt: at },
    });
    await pool.query(
      `insert into delivery.recipient (mailing_id, subscriber_id, status, settled_at)
       values ('14-1', 'one', 'accepted', now()), ('14-1', 'two', 'accepted', now())`,
    );
    const deliveries = async () => (await asEditor('/api/mailings/14-1')).json().deliveries;
    expect(await deliveries()).toMatchObject({ accepted: 2, uncertain: 0 });
    await pool.query(`delete from delivery.recipient where mailing_id = '14-1'`);
    expect(await deliveries()).toMatchObject({ accepted: 1, uncertain: 1 });
  });

  it('show their steps with actor and reason', async () => {
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
    expect(answer.json()).toMatchObject({
      expected: null,
      deliveries: { accepted: 2, uncertain: 1, ready: 0 },
    });
    for (const id of ['7-3', '7-0', '7', 'x'])
      expect((await asEditor(`/api/mailings/${id}`)).json().code).toBe('mailing-not-found');
  });

  it('show the expected number of recipients before the start, by audience and section', async () => {
    const expected = async (id: string) => (await asEditor(`/api/mailings/${id}`)).json().expected;
    expect(await expected('8-1')).toBe(1);
    // A mailing to everybody goes to those who want all issues, or a section from which readers see a piece in it.
    expect(await expected('10-1')).toBe(3);
  });

  it('show their progress, and the addresses of uncertain recipients only to administrators', async () => {
    await createDeliveries(system.tables.pool).copyOf('none');
    const settled = (id: string, status: string, mailing = '9-1', wait = '0') =>
      system.tables.pool.query(
        `insert into delivery.recipient (mailing_id, subscriber_id, status, attempts, not_before, claimed_at, settled_at)
         values ($3, $1, $2, 0, now() + $4::interval, '2026-01-03', now())`,
        [id, status, mailing, wait],
      );
    await settled('all', 'uncertain');
    await settled('gone', 'uncertain');
    await settled('more', 'accepted');
    await settled('back', 'accepted', '7-2');
    await system.tables.pool.query(
      `update delivery.recipient set bounced_at = now() where subscriber_id = 'back'`,
    );
    await settled('clash', 'ready');
    // Its mail server has deferred the copy, so the rate does not apply to it.
    await settled('view', 'ready', '9-1', '1 hour');
    await settled('all', 'ready', '7-1');
    await settled('more', 'cancelled', '7-1');
    const ofEditor = (await asEditor('/api/mailings/9-1')).json();
    expect(ofEditor).toMatchObject({
      ...{ deliveries: { uncertain: 2, accepted: 1, ready: 2 }, deferred: 1 },
      ...{ perMinute: 1, secondsLeft: 60 },
      uncertain: [{ at: '2026-01-03T00:00:00.000Z', smtpCode: null, email: null }, { email: null }],
    });
    // A sender that has not noticed the cancellation yet sends nothing more of the mailing.
    const cancelled = (await asEditor('/api/mailings/7-1')).json();
    expect(cancelled).toMatchObject({ deliveries: { ready: 0, cancelled: 2 }, deferred: 0 });
    // One copy came back after it was accepted.
    expect((await asEditor('/api/mailings/7-2')).json()).toMatchObject({
      ...{ deliveries: { accepted: 2 }, returned: 1 },
    });
    expect(ofEditor.returned).toBe(0);
    const list = (await asEditor('/api/issues/7/mailings')).json();
    expect(list.map(({ returned }: { returned: number }) => returned)).toEqual([1, 0]);
    const cookie = await system.cookieOf({ userId: 'admin', version: 0 });
    const ofAdmin = (await system.get('/api/mailings/9-1', { cookie })).json();
    expect(ofAdmin.uncertain).toMatchObject([{ email: 'all@example.org' }, { email: null }]);
  });

  it('show their rate although this clock is minutes ahead of the one by which copies are recorded', async () => {
    const { pool } = system.tables;
    await createDeliveries(pool).copyOf('none');
    const at = '2026-01-02T08:00:00.000Z';
    await putMailing(pool, {
      ...{ mailingId: '13-1', issueNumber: 13, status: 'sending', recipients: 2 },
      ...{ startedAt: at, frozenAt: at },
    });
    await pool.query(
      `insert into delivery.recipient (mailing_id, subscriber_id, status, settled_at)
       values ('13-1', 'one', 'accepted', now()), ('13-1', 'two', 'ready', null)`,
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { perMinute, secondsLeft } = (await asEditor('/api/mailings/13-1')).json();
    expect({ perMinute, secondsLeft }).toEqual({ perMinute: 1, secondsLeft: 60 });
  });

  it.each(['paused', 'cancelled'] as const)(
    'are to be polled every 2 s while a copy of one that is %s is being sent',
    async (status) => {
      const { pool } = system.tables;
      const mailingId = status === 'paused' ? '11-1' : '11-2';
      await createDeliveries(pool).copyOf('none');
      await putMailing(pool, { mailingId, issueNumber: 11, status, recipients: 1, startedAt: '2026-01-02' });
      await pool.query(
        `insert into delivery.recipient (mailing_id, subscriber_id, status, attempts, not_before, claimed_at)
       values ($1, 'all', 'sending', 0, now(), now())`,
        [mailingId],
      );
      const interval = async () => (await asEditor(`/api/mailings/${mailingId}`)).headers[freshForHeader];
      expect(await interval()).toBe('2');
      await pool.query(
        `update delivery.recipient set status = 'accepted', settled_at = now() where mailing_id = $1`,
        [mailingId],
      );
      expect(await interval()).toBeUndefined();
    },
  );

  it('are previewed as they will be mailed, with only the pieces that readers see', async () => {
    const mail = (await asEditor('/api/issues/10/mail')).json();
    expect(mail.subject).toContain('The Forum');
    expect(
      [mail.text, mail.html].map((body) => [body.includes('Title 1'), body.includes('Title 2')]),
    ).toEqual([
      [true, false],
      [true, false],
    ]);
    const id = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b51';
    const { position, pool } = system.tables;
    const waiting = { id, stage: 'accepted', articleTitle: 'Tide <coming>' } as const;
    await system.tables.submissions.commit({ position, submissions: [waiting] });
    await putIssue(pool, { number: 12, pieces: [{ submissionId: id, userId: 'writer', heading: 'Sea' }] });
    const coming = (await asEditor('/api/issues/12/mail')).json();
    expect(coming.text).toContain('== Sea ==\n\nTide <coming>\n');
    expect(coming.html).toContain('Tide &lt;coming&gt;');
    const page = await asEditor('/api/issues/10/mail/html');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^sandbox .*default-src 'none'/);
    expect(page.body).toContain('<base target="_blank">');
    // An issue has a cover only once it has a page: until then, the mail looks as if images were off.
    expect(page.body).toContain('>The cover of “Issue 10”</a>');
    expect((await asEditor('/api/issues/7/mail/html')).body).toContain('/issues/7/cover.png"');
    for (const path of ['/api/issues/11/mail', '/api/issues/x/mail/html'])
      expect((await asEditor(path)).json().code).toBe('issue-not-found');
  });
});

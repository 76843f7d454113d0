import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemCode } from '@journal/contracts';
import {
  guardianSubject,
  invitationSubject,
  type NewSubmissionEvent,
  submissionStream,
  userStream,
} from '@journal/events';
import { accountsModel, checkpointSchema, schemaOf } from '@journal/read-models';
import { type Service, toProblem } from '@journal/service-kit';
import { until } from '@journal/testing';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import type { JournalLog } from '../testing/journal-log.ts';
import { openSystem } from '../testing/open-system.ts';
import { contentsOf } from '../testing/projection-test.ts';

const token = 'a token of at least 32 characters';
type Asked = { readonly path: string; readonly body: unknown; readonly authorization: string | undefined };
type Which = { readonly submissionId: string; readonly userId: string };
type Answer = { readonly status: number; readonly body: string };

/** Opens a worker's system with a stubbed command service. */
async function setUp() {
  const { create: _create, start: startWorker, ...system } = await openSystem();
  const { pool, log } = system;
  const asked: Asked[] = [];
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const command = {
    answer: async (): Promise<Answer> => ({ status: 200, body: JSON.stringify({ expiresAt }) }),
  };
  return {
    ...system,
    ...log,
    asked,
    command,
    start: () =>
      startWorker(
        { COMMAND_URL: undefined, SERVICE_TOKEN: token },
        {
          retries: { attempts: 5, first: 1, max: 4 },
          command: async (path, { headers, body }) => {
            asked.push({ path, body: body && JSON.parse(body), authorization: headers['authorization'] });
            return { headers: {}, ...(await command.answer()) };
          },
        },
      ),
    request: (userId: string, resetId: string, at = new Date()) =>
      log.users.write({ type: 'PasswordResetRequested', data: { userId, resetId } }, at),
    /** Resolves when a reactor has handled `events` events in total. */
    done: (reactor: string, events: number) =>
      until(async () => {
        const text = `select applied::int from ${checkpointSchema}.checkpoint where name = $1`;
        expect((await pool.query(text, [reactor])).rows).toEqual([{ applied: events }]);
      }),
    rewind: (reactor: string) =>
      pool.query(`delete from ${checkpointSchema}.checkpoint where name = $1`, [reactor]),
  };
}
const refusal = (code: ProblemCode) => {
  const problem = toProblem(code);
  return async () => ({ status: problem.status, body: JSON.stringify(problem) });
};
const jobsDone = (worker: Service, jobs: number) =>
  until(async () => {
    const { body } = await worker.app.inject('/metrics');
    expect(body).toMatch(new RegExp(`^journal_queue_jobs\\{state="completed"[^}]*\\} ${jobs}$`, 'm'));
  });

it('a temporary password is mailed for each request, from the start of the log', async () => {
  const { asked, start, request, outbox, folder, pool, users } = await setUp();
  const userId = randomUUID();
  await users.register(userId, { email: 'ada@example.org' });
  await request(userId, 'reset-1');
  const worker = await start();
  await until(async () => expect(await outbox()).toHaveLength(1));
  await request(userId, 'reset-2');
  await until(async () => expect(await outbox()).toHaveLength(2));
  expect(asked).toEqual(
    ['reset-1', 'reset-2'].map((resetId) => ({
      path: `/api/operations/users/${userId}/temporary-passwords`,
      body: { resetId, temporaryPasswordHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      authorization: `Bearer ${token}`,
    })),
  );
  const secrets = asked.map(({ body }) => (body as { temporaryPasswordHash: string }).temporaryPasswordHash);
  const names = await outbox();
  for (const name of names) {
    expect(name.split('.').slice(1, 3)).toEqual(['temporary-password', userId]);
    const parsed = await PostalMime.parse(await readFile(join(folder, 'outbox', name)));
    expect(parsed.to).toEqual([{ name: '', address: 'ada@example.org' }]);
    secrets.push(/\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/.exec(parsed.text ?? '')?.[0] ?? expect.fail());
  }
  await jobsDone(worker, 2);
  await until(async () => {
    const { body } = await worker.app.inject('/metrics');
    expect(body).toMatch(
      /^journal_job_attempts_total\{kind="mail-temporary-password",outcome="done"[^}]*\} 2$/m,
    );
  });
  const queue = JSON.stringify(await contentsOf(pool, 'queue'));
  expect(queue).toContain('reset-2');
  for (const secret of [...secrets, 'ada@example.org']) expect(queue).not.toContain(secret);
});

it('no mail is repeated when the log is read again, and none is sent for a request from 25 hours ago', async () => {
  const { asked, start, request, done, rewind, outbox, users } = await setUp();
  const userId = randomUUID();
  await users.register(userId);
  await request(userId, 'reset-old', new Date(Date.now() - 25 * 3_600_000));
  await request(userId, 'reset-1');
  const worker = await start();
  await until(async () => expect(await outbox()).toHaveLength(1));
  await worker.stop();
  await rewind('reactor_reset_mail');
  await start();
  await done('reactor_reset_mail', 2);
  await request(userId, 'reset-2');
  await until(async () => expect(await outbox()).toHaveLength(2));
  expect(asked.map(({ body }) => (body as { resetId: string }).resetId)).toEqual(['reset-1', 'reset-2']);
});

it('a writer gets one mail for each event of a pitch, and the mail about a rejection is delayed', async () => {
  const { start, done, rewind, outbox, pool, users, write } = await setUp();
  const [userId, pitch, other] = [randomUUID(), randomUUID(), randomUUID()];
  const texts = { fullName: 'Writer', articleTitle: 'Title', articleSummary: 'Summary', fullEssay: 'Essay' };
  const fields = { ...texts, age: 15, school: null, section: 'view' } as const;
  const happens = (event: NewSubmissionEvent) =>
    write(submissionStream(event.data.submissionId), event, { at: new Date() });
  const [which, whichOther] = [pitch, other].map((submissionId) => ({ submissionId, userId })) as [
    Which,
    Which,
  ];
  await users.register(userId);
  await happens({ type: 'SubmissionPitched', data: { ...which, ...fields } });
  const worker = await start();
  await happens({ type: 'SubmissionPublished', data: { ...which, articleId: 1 } });
  await happens({ type: 'SubmissionPitched', data: { ...whichOther, ...fields } });
  await happens({ type: 'SubmissionDeclined', data: { ...whichOther, note: 'A message' } });
  const kinds = async () => (await outbox()).map((name) => name.split('.')[1]).sort();
  const sent = ['pitch-published', 'pitch-received', 'pitch-received'];
  await until(async () => expect(await kinds()).toEqual(sent));
  await worker.stop();
  await rewind('reactor_pitch_mail');
  const again = await start();
  await done('reactor_pitch_mail', 4);
  await until(async () => {
    const { body } = await again.app.inject('/metrics');
    expect(body).toMatch(/^journal_queue_jobs\{state="delayed"[^}]*\} 1$/m);
  });
  expect(await kinds()).toEqual(sent);
  expect(JSON.stringify(await contentsOf(pool, 'queue'))).not.toMatch(/Title|A message|example\.org/);
});

it('the command service is asked to finish discarding an issue', async () => {
  const { asked, command, start, done, write } = await setUp();
  command.answer = async () => ({ status: 204, body: '' });
  // Includes old events.
  await write('issue-7', { type: 'IssueDiscarded', data: { issueNumber: 7 } });
  await start();
  await done('reactor_issue_end', 1);
  expect(asked.map(({ path }) => path)).toEqual(['/api/operations/issues/7/finish-discarding']);
});

it('the writer of a pitch that waits for an issue gets one mail when the issue is published', async () => {
  const { asked, command, start, done, rewind, outbox, users, write } = await setUp();
  const [userId, submissionId] = [randomUUID(), randomUUID()];
  const which = { submissionId, userId };
  const now = { at: new Date() };
  command.answer = async () => ({ status: 204, body: '' });
  await users.register(userId);
  const issueNumber = 7;
  await write('issue-7', { type: 'IssueClosed', data: { issueNumber } }, now);
  const published = { ...which, articleId: 1, issueNumber };
  await write(submissionStream(submissionId), { type: 'SubmissionPublished', data: published }, now);
  const worker = await start();
  await done('reactor_pitch_mail', 1);
  await done('reactor_issue', 1);
  expect(asked.map(({ path }) => path)).toContain('/api/operations/issues/7/finish-publishing');
  expect(await outbox()).toEqual([]);
  const pieces = [{ articleId: 1, heading: null }];
  const data = { issueNumber, pieces, submissions: [which] };
  await write('issue-7', { type: 'IssuePublished', data }, now);
  const kinds = async () => (await outbox()).map((name) => name.split('.')[1]);
  await until(async () => expect(await kinds()).toEqual(['pitch-published']));
  await worker.stop();
  await rewind('reactor_issue_mail');
  const again = await start();
  await done('reactor_issue_mail', 1);
  await jobsDone(again, 1);
  expect(await kinds()).toEqual(['pitch-published']);
});

it('a confirmation link is mailed on registration and on request, but not for an old registration', async () => {
  const { start, outbox, store, users, done } = await setUp();
  const [old, fresh] = [randomUUID(), randomUUID()];
  await users.register(old, {}, new Date(Date.now() - 25 * 3_600_000));
  await users.register(fresh, {}, new Date());
  // Not written by the journal: confirms nothing.
  const theirs = { id: randomUUID(), type: 'UserEmailConfirmed', data: {}, metadata: {} as never };
  await store.append(userStream(fresh), [theirs], 'any');
  await start();
  await done('reactor_registration_mail', 2);
  const recipients = async () => (await outbox()).map((name) => name.split('.').slice(1, 3));
  await until(async () => expect(await recipients()).toEqual([['email-confirmation', fresh]]));
  await users.write({ type: 'EmailConfirmationRequested', data: { userId: old } }, new Date());
  await until(async () => expect(await recipients()).toContainEqual(['email-confirmation', old]));
});

it('each recent passkey event of an account is mailed once', async () => {
  const { start, outbox, users, done } = await setUp();
  const userId = randomUUID();
  await users.register(userId);
  await users.write({ type: 'PasskeysReset', data: { userId } }, new Date(Date.now() - 25 * 3_600_000));
  await users.write({ type: 'RecoveryCodeUsed', data: { userId, index: 0 } }, new Date());
  await users.write({ type: 'PasskeyRemoved', data: { userId, passkeyId: 'one' } }, new Date());
  await users.write({ type: 'RecoveryCodesIssued', data: { userId, hashes: ['a'] } }, new Date());
  await start();
  await done('reactor_security_mail', 4);
  const kinds = async () => (await outbox()).map((name) => name.split('.')[1]);
  await until(async () => expect(await kinds()).toEqual(['security', 'security', 'security']));
});

it('forgetting is finished with the user’s articles once the command service is available', async () => {
  const { asked, command, start, request, done, outbox, users, articles } = await setUp();
  const userId = randomUUID();
  const other = randomUUID();
  await users.register(userId);
  await articles.publish(1, { contributorId: userId });
  await articles.publish(2, { contributorId: other });
  await articles.publish(3, { contributorId: userId });
  await articles.delete(3);
  let away = 2;
  command.answer = async () => {
    if (away-- > 0) return { status: 503, body: '{}' };
    await articles.delete(1).catch(() => {});
    return { status: 200, body: '{}' };
  };
  await start();
  await request(userId, 'reset-1', new Date(0));
  await users.forget(userId, 'remove');
  await done('reactor_forgetting', 1);
  expect(asked).toEqual(
    [1, 2, 3].map(() => ({
      path: `/api/operations/users/${userId}/finish-forgetting`,
      body: { articleIds: [1, 3] },
      authorization: `Bearer ${token}`,
    })),
  );
  expect(await outbox()).toEqual([]);
});

it('forgetting removes the user’s jobs and messages, and leaves the pieces that they chose to keep', async () => {
  const { asked, start, request, done, outbox, pool, folder, users, articles } = await setUp();
  const userId = randomUUID();
  const other = randomUUID();
  await users.register(userId);
  await users.register(other);
  await articles.publish(1, { contributorId: userId });
  const worker = await start();
  await request(userId, 'reset-1');
  await request(other, 'reset-2');
  await jobsDone(worker, 2);
  await writeFile(join(folder, 'outbox', `20260101T000000000Z.other.${userId}.00000000.eml.part`), 'half');
  asked.length = 0;
  await users.forget(userId, 'keep');
  await done('reactor_forgetting', 1);
  expect(asked.map(({ body }) => body)).toEqual([{ articleIds: [] }]);
  expect((await outbox()).map((name) => name.split('.')[2])).toEqual([other]);
  const queue = JSON.stringify(await contentsOf(pool, 'queue'));
  expect(queue).toContain(other);
  expect(queue).not.toContain(userId);
});

it('the article of a published pitch is requested until the command service answers, and again on replay', async () => {
  const { asked, command, start, done, rewind, submissions } = await setUp();
  const [pitch, other] = [randomUUID(), randomUUID()];
  await submissions.pitch(pitch);
  await submissions.pitch(other);
  let away = 3;
  command.answer = async () => {
    if (away-- > 0) throw new Error('connect ECONNREFUSED');
    return { status: 204, body: '' };
  };
  const worker = await start();
  await submissions.publish(pitch, 1);
  await done('reactor_publishing', 1);
  const finishing = {
    path: `/api/operations/submissions/${pitch}/finish-publishing`,
    body: undefined,
    authorization: `Bearer ${token}`,
  };
  expect(asked).toEqual([finishing, finishing, finishing, finishing]);
  await worker.stop();
  await rewind('reactor_publishing');
  await start();
  await until(async () => expect(asked).toHaveLength(5));
  expect(asked.at(-1)).toEqual(finishing);
});

it('every editor gets a mail about a piece that its writer has hidden', async () => {
  const { start, done, users, articles, outbox } = await setUp();
  for (const userId of ['editor-1', 'editor-2', 'writer-1']) await users.register(userId);
  for (const userId of ['editor-1', 'editor-2']) await users.grantAdmin(userId);
  await start();
  // Editors are read from the table of accounts.
  await done('accounts', 5);
  await articles.publish(1, { contributorId: 'writer-1' });
  await articles.hide(1, new Date());
  await done('reactor_hidden_mail', 1);
  await until(async () =>
    expect((await outbox()).flatMap((name) => /piece-hidden\.([^.]+)/.exec(name)?.[1] ?? []).sort()).toEqual([
      'editor-1',
      'editor-2',
    ]),
  );
});

it('an editor gets one mail per hour immediately about a piece that is hidden again and again, and may get another one later', async () => {
  const { start, done, users, articles, outbox } = await setUp();
  for (const userId of ['editor-1', 'writer-1']) await users.register(userId);
  await users.grantAdmin('editor-1');
  const worker = await start();
  await done('accounts', 3);
  await articles.publish(1, { contributorId: 'writer-1' });
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  for (const minute of [-60, -59, -1, 0, 1]) await articles.hide(1, new Date(hour + minute * 60_000));
  await done('reactor_hidden_mail', 5);
  await until(async () =>
    expect((await outbox()).flatMap((name) => /piece-hidden\.([^.]+)/.exec(name)?.[1] ?? [])).toEqual([
      'editor-1',
      'editor-1',
    ]),
  );
  const { body } = await worker.app.inject('/metrics');
  expect(body).toMatch(/^journal_queue_jobs\{state="delayed"[^}]*\} 2$/m);
});

it('a writer gets one mail per hour about comments, and none about comments among editors', async () => {
  const { start, done, users, submissions, comments, outbox } = await setUp();
  for (const userId of ['writer-1', 'writer-2']) await users.register(userId);
  const worker = await start();
  await submissions.pitch('a', { userId: 'writer-1' });
  await submissions.pitch('b', { userId: 'writer-2' });
  const before = (hours: number, minute: number) =>
    new Date((Math.floor(Date.now() / 3_600_000) - hours) * 3_600_000 + minute * 60_000);
  for (const [id, at] of [before(3, 0), before(3, 59), before(2, 0), before(30, 0)].entries())
    await comments.comment('a', `${id}`, {}, at);
  await comments.comment('b', 'secret', { audience: 'editors', note: 'A secret' }, before(2, 0));
  await done('reactor_comment_mail', 5);
  const told = async () =>
    (await outbox()).flatMap((name) => /pitch-commented\.([^.]+)/.exec(name)?.[1] ?? []);
  await jobsDone(worker, 3);
  expect(await told()).toEqual(['writer-1', 'writer-1']);
});

it('a writer’s articles follow a withdrawn consent, and the guardian’s address is erased', async () => {
  const { asked, start, done, users, articles, submissions, outbox, vault } = await setUp();
  const [userId, guardianId, pitchId] = [randomUUID(), randomUUID(), randomUUID()];
  const which = { userId, guardianId };
  await users.register(userId);
  await submissions.pitch(pitchId, { userId });
  await submissions.publish(pitchId, 1);
  for (const [articleId, contributorId] of [
    [1, userId],
    [2, 'another'],
    [3, userId],
  ] as const)
    await articles.publish(articleId, { contributorId });
  await articles.delete(3);
  await users.askGuardian(userId, guardianId, new Date());
  const worker = await start();
  const sent = async () => (await outbox()).map((name) => name.split('.').slice(1, 3).join(' ')).sort();
  const toGuardian = `guardian ${userId}_${guardianId}`;
  await until(async () => expect(await sent()).toEqual([toGuardian]));
  // If a guardian answers while the mail is being sent, it is removed; so wait until it has been sent.
  await jobsDone(worker, 1);
  await users.write({ type: 'GuardianConsented', data: which }, new Date());
  await until(async () => expect(await sent()).toEqual([`consent-answered ${userId}`, toGuardian]));
  await users.write({ type: 'ConsentWithdrawn', data: which }, new Date());
  await done('reactor_consent', 1);
  await done('reactor_guardian_end', 1);
  const finishing = `/api/operations/submissions/${pitchId}/finish-publishing`;
  expect(asked.map(({ path }) => path)).toEqual([
    finishing,
    ...[1, 3].map((id) => `/api/operations/articles/${id}/follow-consent`),
  ]);
  // Its writer asked to show it just before the withdrawal.
  await articles.show(1);
  await done('reactor_publishing', 2);
  expect(asked.at(-1)?.path).toBe(finishing);
  expect((await vault.keysForOpening([guardianSubject(which)])).size).toBe(0);
  await until(async () =>
    expect(await sent()).toEqual([`consent-answered ${userId}`, `consent-answered ${userId}`]),
  );
});

it('an idle user is asked by one mail, but not for an event from 25 hours ago', async () => {
  const { start, done, users, outbox } = await setUp();
  const [userId, other] = [randomUUID(), randomUUID()];
  for (const id of [userId, other]) await users.register(id);
  await users.write(
    { type: 'IdleAccountAsked', data: { userId: other } },
    new Date(Date.now() - 25 * 3_600_000),
  );
  await users.write({ type: 'IdleAccountAsked', data: { userId } }, new Date());
  await start();
  await done('reactor_idle_mail', 2);
  const told = async () => (await outbox()).map((name) => name.split('.').slice(1, 3));
  await until(async () => expect(await told()).toEqual([['idle-account', userId]]));
});

it('the address of an ended invitation is erased, and an accepted invitation is finished', async () => {
  const { asked, command, start, done, rewind, outbox, vault, invited } = await setUp();
  command.answer = async () => ({ status: 204, body: '' });
  const [accepted, revoked, open] = [randomUUID(), randomUUID(), randomUUID()];
  const addresses = [accepted, revoked, open].map((id) => ({ id, ...invited(`${id}@example.org`) }));
  const worker = await start();
  for (const { id, send } of addresses) await send(id);
  const told = async () => (await outbox()).map((name) => name.split('.')[2]).sort();
  await until(async () => expect(await told()).toEqual([accepted, revoked, open].sort()));
  await addresses[0]?.accept(accepted);
  await addresses[1]?.end('InvitationRevoked', revoked);
  await done('reactor_invitation_end', 2);
  const finishing = { path: `/api/operations/invitations/${addresses[0]?.hash}/finish-accepting` };
  expect(asked).toMatchObject([finishing]);
  const subjects = [accepted, revoked, open].map((invitationId) => invitationSubject({ invitationId }));
  expect([...(await vault.keysForOpening(subjects)).keys()]).toEqual([subjects[2]]);
  expect(await told()).toEqual([open]);
  await worker.stop();
  await rewind('reactor_invitation_end');
  await start();
  await done('reactor_invitation_end', 2);
  expect(asked).toMatchObject([finishing, finishing]);
  expect(await told()).toEqual([open]);
});

it('users who may read concerns get a mail about each, and the queue contains nothing of its text', async () => {
  const { start, done, users, concerns, submissions, outbox, pool } = await setUp();
  for (const userId of ['editor-1', 'writer-1']) await users.register(userId);
  await users.grantAdmin('editor-1');
  await start();
  await done('accounts', 3);
  await submissions.pitch('a', { userId: 'writer-1' });
  await submissions.reportConcern('a', 'Somebody asked for my number.', new Date());
  await concerns.report('one', 'I gave no number.');
  await done('reactor_concern_mail', 2);
  await until(async () =>
    expect((await outbox()).flatMap((name) => /\.concern\.([^.]+)/.exec(name)?.[1] ?? [])).toEqual([
      'editor-1',
      'editor-1',
    ]),
  );
  expect(JSON.stringify(await contentsOf(pool, 'queue'))).not.toContain('number');
});

it('a concern is mailed to everyone who may read it, even if reported while the table of accounts is built', async () => {
  const { start, done, users, concerns, outbox, pool } = await setUp();
  await (await start()).stop();
  await users.register('editor-1');
  await users.grantAdmin('editor-1');
  await concerns.report('one', 'I gave no number.');
  await pool.query(
    `update ${checkpointSchema}.checkpoint set position = '', caught_up_at = null where name = 'accounts'`,
  );
  const blocking = await pool.connect();
  await blocking.query(`begin; lock table ${schemaOf(accountsModel)}.account in share mode`);
  await start();
  await done('reactor_registration_mail', 1);
  await sleep(200);
  await blocking.query('commit');
  blocking.release();
  await done('reactor_concern_mail', 1);
  await until(async () =>
    expect((await outbox()).flatMap((name) => /\.concern\.([^.]+)/.exec(name)?.[1] ?? [])).toEqual([
      'editor-1',
    ]),
  );
});

it('the article follows its writer’s byline choice, and the reactor continues if they were forgotten', async () => {
  const { asked, command, start, done, submissions } = await setUp();
  const pitch = randomUUID();
  await submissions.pitch(pitch);
  let isAway = true;
  command.answer = async () => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    return refusal('submission-not-found')();
  };
  await start();
  await submissions.chooseByline(pitch, 'Fox');
  await until(async () => expect(asked.length).toBeGreaterThan(1));
  isAway = false;
  await done('reactor_byline', 1);
  expect(asked.at(-1)).toMatchObject({ path: `/api/operations/submissions/${pitch}/follow-byline` });
});

it('erasing an article deletes its key and erases its pitch, and erasing a concern deletes its key', async () => {
  const { asked, start, done, articles, concerns, submissions, vault } = await setUp();
  const [pitch, other] = [randomUUID(), randomUUID()];
  for (const [id, articleId] of [
    [pitch, 1],
    [other, 2],
  ] as const) {
    await submissions.pitch(id);
    await submissions.publish(id, articleId);
    await articles.publish(articleId);
    await articles.delete(articleId);
  }
  await articles.erase(1);
  await start();
  await done('reactor_erasing', 1);
  const erasures = asked.filter(({ path }) => path.endsWith('/erase')).map(({ path }) => path);
  expect(erasures).toEqual([`/api/operations/submissions/${pitch}/erase`]);
  // This vault caches keys until it is notified that the worker's vault deleted them.
  const keptOf = async (...subjects: string[]) => [...(await vault.keysForOpening(subjects)).keys()];
  await until(async () => expect(await keptOf('article:1', 'article:2')).toEqual(['article:2']));
  await concerns.report('one', 'A concern');
  await concerns.erase('one');
  await done('reactor_erasing', 2);
  await until(async () => expect(await keptOf('concern:one')).toEqual([]));
});

it('the publishing reactor continues if the writer of a pitch was forgotten', async () => {
  const { command, start, done, submissions } = await setUp();
  const gone = randomUUID();
  await submissions.pitch(gone);
  command.answer = refusal('submission-not-found');
  await start();
  await submissions.publish(gone, 1);
  await done('reactor_publishing', 1);
});

it.each([
  ['the article of a pitch', ({ submissions }: JournalLog) => submissions.publish('pitch-1', 1)],
  ['the forgetting of a user', ({ users }: JournalLog) => users.forget('user-1')],
])('a reactor stops at its event if the command service refuses to finish %s', async (_what, begin) => {
  const { command, start, users, submissions, log } = await setUp();
  await submissions.pitch('pitch-1');
  await users.register('user-1');
  command.answer = refusal('invalid-request');
  const worker = await start();
  const position = await begin(log);
  await until(async () =>
    expect((await worker.app.inject('/health/ready')).json()).toMatchObject({
      dependencies: { reactors: `unavailable (stopped at position ${position})` },
    }),
  );
});

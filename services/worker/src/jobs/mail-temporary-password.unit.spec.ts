import { createApiClient, type ProblemCode } from '@journal/contracts';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { normaliseTemporaryPassword } from '@journal/events';
import { toProblem } from '@journal/service-kit';
import { createKeyedHash } from '@journal/vault';
import { type Job, UnrecoverableError } from 'bullmq';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSmtpMailer, type Mailer } from '../mail/mailer.ts';
import { createJournalLog } from '../testing/journal-log.ts';
import { type Misbehaviour, startMailServer } from '../testing/mail-server.ts';
import type { JobRecord } from './bull-engine.ts';
import { createProcessor } from './job-processor.ts';
import { createTemporaryPasswordMailHandler, temporaryPasswordMailKind } from './mail-jobs.ts';

const userId = 'user-1';
const email = 'ada.secret@example.org';
const publicUrl = 'https://forum.example.org';
const journal = { journalName: 'The Forum', publicUrl };
const attempts = 6;
/** In milliseconds. The server waits 100 ms before its greeting. */
const timeouts = { connect: 5_000, greeting: 1_000, idle: 1_000 };
const hang = () => new Promise<never>(() => {});

const refusal = (code: ProblemCode) => {
  const problem = toProblem(code);
  return { status: problem.status, headers: {}, body: JSON.stringify(problem) };
};

/** A user who requested a temporary password, a mail server, and a command service that records hashes. */
async function setUp() {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  const log = createJournalLog(createMemoryEventStore());
  await log.users.register(userId, { email });
  const keyedHash = createKeyedHash(log.vault);
  const hashes: string[] = [];
  /** Reasons stored by the queue and lines written to the log. */
  const told: string[] = [];
  const command = {
    answer: undefined as ReturnType<typeof refusal> | undefined,
    before: async () => {},
    after: async () => {},
  };
  const client = createApiClient(async (_path, { body }) => {
    await command.before();
    if (command.answer) return command.answer;
    hashes.push(JSON.parse(body ?? '').temporaryPasswordHash);
    await command.after();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    return { status: 200, headers: {}, body: JSON.stringify({ expiresAt }) };
  });
  const from = { name: 'The Forum', address: 'no-reply@example.org' };
  const smtp = createSmtpMailer(server.url, from, timeouts);

  /** Runs the job like the queue: until it succeeds, fails permanently or has used all attempts. */
  async function run(mailer: Mailer = smtp): Promise<'done' | 'failed'> {
    const parts = { ...log, command: client, keyedHash, mailer, journal };
    const stream = { write: (line: string) => void told.push(line) };
    const process = createProcessor({
      handlers: [createTemporaryPasswordMailHandler(parts)],
      log: fastify({ logger: { level: 'trace', stream } }).log,
      stopping: new AbortController().signal,
    });
    const data = { requestId: 'request-1', data: { userId, resetId: 'reset-1' } };
    const { name } = temporaryPasswordMailKind;
    for (let attemptsMade = 0; attemptsMade < attempts; attemptsMade++)
      try {
        await process({ id: 'job', name, data, attemptsMade, opts: { attempts } } as Job<JobRecord>);
        return 'done';
      } catch (error) {
        told.push(String(error));
        if (error instanceof UnrecoverableError) break;
      }
    return 'failed';
  }

  const mailed = async () =>
    (await server.messages()).map(
      ({ text = '' }) => /^ {4}((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})$/m.exec(text)?.[1] ?? '',
    );
  /**
   * Expects that the last mailed password matches the last recorded hash, that all messages have different IDs, and
   * that nothing leaks.
   */
  async function expectOneValid(): Promise<void> {
    const ids = (await server.messages()).map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
    const passwords = await mailed();
    const last = normaliseTemporaryPassword(passwords.at(-1) ?? '');
    expect(await keyedHash('temporary-password', userId, last)).toBe(hashes.at(-1));
    await expectNoLeak();
  }
  async function expectNoLeak(): Promise<void> {
    const secrets = (await mailed()).flatMap((each) => [each, normaliseTemporaryPassword(each)]);
    const places = told.join() + JSON.stringify(log.store.log);
    for (const secret of ['secret', ...secrets, ...hashes]) expect(places).not.toContain(secret);
  }
  return { server, log, smtp, command, hashes, told, run, mailed, expectOneValid, expectNoLeak };
}

describe('the mail with a temporary password', () => {
  it('contains the password, how long it is valid and the link to sign in', async () => {
    const { server, log, run, mailed, expectOneValid } = await setUp();
    await log.users.changePassword(userId);
    const opening = vi.spyOn(log.codec, 'open');
    expect(await run()).toBe('done');
    const opened = opening.mock.calls.flatMap(([events]) => events.map(({ type }) => type));
    expect(new Set(opened)).toEqual(new Set(['UserRegistered']));
    const [message] = await server.messages();
    expect(message).toMatchObject({
      subject: 'Your temporary password for The Forum',
      from: { name: 'The Forum', address: 'no-reply@example.org' },
      to: [{ name: '', address: email }],
    });
    const [password = ''] = await mailed();
    for (const form of [message?.text, message?.html])
      for (const part of [password, 'It is valid for one hour.', `${publicUrl}/login`, 'The Forum'])
        expect(form).toContain(part);
    await expectOneValid();
  });

  it.for<[string, Misbehaviour]>([
    ['refuses the connection for now', { refuses: 'greeting', code: 421 }],
    ['refuses all connections', { refuses: 'greeting', code: 554 }],
    ['refuses the sender', { refuses: 'sender', code: 550 }],
    ['can take nothing for the mailbox just now', { refuses: 'recipient', code: 450 }],
    ['has no room for the text just now', { refuses: 'text', code: 452 }],
    ['never greets', { hangs: 'greeting' }],
    ['stalls before the text', { hangs: 'recipient' }],
    ['stalls after the text', { hangs: 'text' }],
    ['hangs up at once', { drops: 'greeting' }],
    ['hangs up before the text', { drops: 'recipient' }],
    ['hangs up after the text', { drops: 'text' }],
  ])('is delivered by a retry if the mail server %s', async ([, failure]) => {
    const { server, run, expectOneValid } = await setUp();
    server.plan(failure);
    expect(await run()).toBe('done');
    // On a busy machine even a healthy mail server can appear slow.
    expect(server.connections).toBeGreaterThanOrEqual(2);
    await expectOneValid();
  });

  it.for<[string, number, Misbehaviour]>([
    ['immediately if the mailbox does not exist', 1, { refuses: 'recipient', code: 550 }],
    ['immediately if the text is refused', 1, { refuses: 'text', code: 554 }],
    ['after all attempts if the mail server never works', attempts, { drops: 'greeting' }],
  ])('fails permanently %s', async ([, connections, failure]) => {
    const { server, told, run, expectNoLeak } = await setUp();
    server.plan(...Array.from({ length: attempts }, () => failure));
    expect(await run()).toBe('failed');
    expect(server.connections).toBe(connections);
    expect(told.join()).toContain('job failed permanently');
    await expectNoLeak();
  });

  it('is delivered once if the command service is unreachable or does not answer after recording', async () => {
    const { command, run, mailed, expectOneValid } = await setUp();
    let away = 2;
    command.before = async () => {
      if (away-- > 0) throw new Error('unreachable');
    };
    let unanswered = 1;
    command.after = async () => {
      if (unanswered-- > 0) throw new Error('no answer came');
    };
    expect(await run()).toBe('done');
    expect(await mailed()).toHaveLength(1);
    await expectOneValid();
  });

  it('is not sent if there is a newer request, the service refuses or the user was forgotten', async () => {
    const { server, log, command, hashes, run } = await setUp();
    command.answer = refusal('reset-superseded');
    expect(await run()).toBe('done');
    command.answer = refusal('user-not-found');
    expect(await run()).toBe('failed');
    command.answer = undefined;
    await log.users.forget(userId);
    const opening = vi.spyOn(log.codec, 'open');
    expect(await run()).toBe('done');
    expect([server.connections, hashes]).toEqual([0, []]);
    expect(opening).not.toHaveBeenCalled();
  });

  it.for(['before it was recorded', 'after it was recorded', 'after it was mailed'])(
    'is sent by another worker if one dies %s, and one password is valid',
    async (moment) => {
      const { smtp, command, run, mailed, expectOneValid } = await setUp();
      const reached = Promise.withResolvers<void>();
      const dies = () => {
        reached.resolve();
        return hang();
      };
      if (moment === 'before it was recorded') command.before = dies;
      if (moment === 'after it was recorded') command.after = dies;
      void run({
        ...smtp,
        async send(message, signal) {
          await smtp.send(message, signal);
          await dies();
        },
      });
      await reached.promise;
      Object.assign(command, { before: async () => {}, after: async () => {} });
      expect(await run()).toBe('done');
      expect(await mailed()).toHaveLength(moment === 'after it was mailed' ? 2 : 1);
      await expectOneValid();
    },
  );

  it('is removed if the user is forgotten while it is sent', async () => {
    const { log, smtp, run } = await setUp();
    const forgotten: string[] = [];
    const outcome = await run({
      async send(message, signal) {
        await smtp.send(message, signal);
        await log.users.forget(userId);
      },
      forget: async (subjectId) => void forgotten.push(subjectId),
      removeOld: async () => undefined,
    });
    expect([outcome, forgotten]).toEqual(['done', [userId]]);
  });
});

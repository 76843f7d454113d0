import { createMemoryEventStore } from '@journal/event-store/memory';
import { normaliseTemporaryPassword } from '@journal/events';
import { openGate, until } from '@journal/testing';
import { createKeyedHash } from '@journal/vault';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer } from '../../mail/mailer.ts';
import { createSmtpMailer } from '../../mail/smtp-mailer.ts';
import { createCommandDouble } from '../../testing/command-double.ts';
import { createJournalLog, type JournalLog } from '../../testing/journal-log.ts';
import { type Misbehaviour, startMailServer } from '../../testing/mail-server.ts';
import { createJobQueue, type JobQueue } from '../job-queue.ts';
import { mailsTemporaryPassword, mailTemporaryPassword } from '../mail-temporary-password.job.ts';
import type { OpenedEngine } from './job-queue.contract.ts';

const userId = 'user-1';
const email = 'ada.secret@example.org';
const retries = { attempts: 6, first: 1, max: 4 };
/** The server of the specs waits a tenth of a second before it greets. */
const timeouts = { connect: 5_000, greeting: 1_500, idle: 1_500 };

const failures: readonly (readonly [string, Misbehaviour])[] = [
  ['refuses the connection for now', { refuses: 'greeting', code: 421 }],
  ['refuses all connections', { refuses: 'greeting', code: 554 }],
  ['does not like who we are', { refuses: 'sender', code: 550 }],
  ['can take nothing for the mailbox just now', { refuses: 'recipient', code: 450 }],
  ['has no room for the text just now', { refuses: 'text', code: 452 }],
  ['never greets', { hangs: 'greeting' }],
  ['stalls before the text', { hangs: 'recipient' }],
  ['stalls after the text', { hangs: 'text' }],
  ['hangs up at once', { drops: 'greeting' }],
  ['hangs up before the text', { drops: 'recipient' }],
  ['hangs up after the text', { drops: 'text' }],
];

/** Whoever asked gets the one password that is valid, whatever fails on the way, on any engine of the queue. */
export function resetMailContract(name: string, open: () => Promise<OpenedEngine>): void {
  describe(`the mail with a temporary password, by ${name}`, () => {
    let engines: OpenedEngine;
    let server: Awaited<ReturnType<typeof startMailServer>>;
    let log: JournalLog;
    let command: ReturnType<typeof createCommandDouble>;
    let logged: string[];
    let store: ReturnType<typeof createMemoryEventStore>;
    const closing: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      engines = await open();
    });
    beforeEach(async () => {
      server = await startMailServer();
      store = createMemoryEventStore();
      log = createJournalLog(store);
      command = createCommandDouble();
      logged = [];
      await log.users.register(userId, { email });
    });
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      await server.close();
      await engines.clear();
    });
    afterAll(() => engines.close());

    type Wrap = (mailer: Mailer) => Mailer;
    function start(port?: number, wrap: Wrap = (mailer) => mailer): JobQueue {
      const from = { name: 'The Forum', address: 'no-reply@example.org' };
      const stream = { write: (line: string) => void logged.push(line) };
      const queue = createJobQueue({
        engine: engines.engine(port),
        handlers: [
          mailsTemporaryPassword({
            store,
            codec: log.codec,
            command: command.client,
            keyedHash: createKeyedHash(log.vault),
            mailer: wrap(createSmtpMailer({ url: server.url, from, timeouts })),
            journalName: 'The Forum',
            publicUrl: 'https://forum.example.org',
          }),
        ],
        log: fastify({ logger: { level: 'trace', stream } }).log,
        retries,
        stallTimeout: 400,
        shutdownTimeout: 100,
      });
      closing.push(() => queue.stop());
      queue.start();
      return queue;
    }
    const ask = (queue: JobQueue, resetId = 'reset-1') =>
      until(() =>
        queue.add(mailTemporaryPassword, { key: resetId, requestId: 'request-1', data: { userId, resetId } }),
      );
    const ended = (queue: JobQueue, counts: object) =>
      until(async () =>
        expect(await queue.counts()).toMatchObject({ waiting: 0, active: 0, delayed: 0, ...counts }),
      );

    const passwords = async () =>
      (await server.messages()).map(
        ({ text = '' }) => /^ {4}((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})$/m.exec(text)?.[1] ?? '',
      );
    /** Which of the mailed passwords the command service would let in. */
    async function valid(): Promise<string[]> {
      const hash = createKeyedHash(log.vault);
      const hashes = new Map<string, string>();
      for (const password of await passwords())
        hashes.set(password, await hash('temporary-password', userId, normaliseTemporaryPassword(password)));
      return [...hashes]
        .filter(([, its]) => its === command.current('reset-1'))
        .map(([password]) => password);
    }
    async function expectNothingLeaked() {
      const events: unknown[] = [];
      for await (const event of store.read(`user-${userId}`)) events.push(event);
      const places = {
        queue: await engines.dump(),
        logs: logged.join(''),
        events: JSON.stringify(events),
      };
      const secrets = (await passwords()).flatMap((each) => [each, normaliseTemporaryPassword(each)]);
      for (const [place, all] of Object.entries(places))
        for (const secret of [email, 'secret', ...secrets, ...command.hashes()])
          expect(all.includes(secret), `${place} leaks ${secret}`).toBe(false);
    }

    it('holds the password, for how long it is valid and where to sign in', async () => {
      const queue = start();
      await ask(queue);
      await ended(queue, { completed: 1 });
      const [message] = await server.messages();
      expect(message).toMatchObject({
        subject: 'Your temporary password for The Forum',
        from: { name: 'The Forum', address: 'no-reply@example.org' },
        to: [{ name: '', address: email }],
      });
      for (const form of [message?.text, message?.html]) {
        expect(form).toContain('It is valid for one hour.');
        expect(form).toContain('https://forum.example.org/login');
        expect(form).toContain('The Forum');
      }
      expect(message?.html).toContain((await passwords())[0]);
      expect(await valid()).toEqual(await passwords());
      await expectNothingLeaked();
    });

    it.each(failures)('arrives in the end where the mail server %s', async (_what, failure) => {
      server.plan(failure);
      const queue = start();
      await ask(queue);
      await ended(queue, { completed: 1, failed: 0 });
      // On a busy machine a mail server that is well can seem slow, too.
      expect(server.connections).toBeGreaterThanOrEqual(2);
      const mailed = await passwords();
      expect(await valid()).toEqual([mailed.at(-1)]);
      await expectNothingLeaked();
    });

    it.each([
      ['the mailbox is not there', { refuses: 'recipient', code: 550 }],
      ['the text is refused', { refuses: 'text', code: 554 }],
    ] as const)('fails for good at once where %s, and the job is stored', async (_what, failure) => {
      server.plan(failure);
      const queue = start();
      await ask(queue);
      await ended(queue, { completed: 0, failed: 1 });
      expect(server.connections).toBe(1);
      await expectNothingLeaked();
    });

    it('fails for good in the end where the mail server never works, and the job is stored', async () => {
      server.plan(...Array.from({ length: 20 }, () => ({ drops: 'greeting' }) as const));
      const queue = start();
      await ask(queue);
      await ended(queue, { completed: 0, failed: 1 });
      expect(logged.join('')).toContain('job failed for good');
      await expectNothingLeaked();
    });

    it('arrives in the end where the command service is unreachable, or does not answer after recording', async () => {
      command.fail('before', 'after', 'before');
      const queue = start();
      await ask(queue);
      await ended(queue, { completed: 1 });
      expect(await passwords()).toHaveLength(1);
      expect(await valid()).toEqual(await passwords());
      await expectNothingLeaked();
    });

    it('is not sent where there is a newer request, or the user is gone', async () => {
      command.supersede('reset-1');
      const queue = start();
      await ask(queue);
      await ended(queue, { completed: 1 });
      await log.users.forget(userId);
      await ask(queue, 'reset-2');
      await ended(queue, { completed: 2 });
      expect(server.connections).toBe(0);
      expect(command.current('reset-2')).toBeUndefined();
    });

    it('fails for good where the command service refuses', async () => {
      command.fail('refused');
      const queue = start();
      await ask(queue);
      await ended(queue, { completed: 0, failed: 1 });
      expect(server.connections).toBe(0);
    });

    it.each(['before it was recorded', 'after it was recorded', 'after it was mailed'])(
      'is sent by another worker where one dies %s, and one password is valid',
      async (moment) => {
        const gate = await openGate(engines.port);
        closing.push(() => gate.close());
        const reached = Promise.withResolvers<void>();
        const dies = async (): Promise<never> => {
          reached.resolve();
          return new Promise(() => {});
        };
        if (moment === 'before it was recorded') command.intervene({ before: dies });
        if (moment === 'after it was recorded') command.intervene({ after: dies });
        const dying = start(gate.port, (mailer) => ({
          ...mailer,
          async send(message, signal) {
            await mailer.send(message, signal);
            if (moment === 'after it was mailed') await dies();
          },
        }));
        await ask(dying);
        await reached.promise;
        gate.shut();
        command.intervene({});
        const other = start();
        await ended(other, { completed: 1 });
        const mailed = await passwords();
        expect(mailed.length).toBeGreaterThanOrEqual(moment === 'after it was mailed' ? 2 : 1);
        expect(await valid()).toEqual([mailed.at(-1)]);
        await expectNothingLeaked();
      },
    );

    it('leaves nothing behind where the user is forgotten while it is being sent', async () => {
      const forgotten: string[] = [];
      const queue = start(undefined, (mailer) => ({
        async send(message, signal) {
          await mailer.send(message, signal);
          await log.users.forget(userId);
        },
        forget: async (subjectId) => void forgotten.push(subjectId),
      }));
      await ask(queue);
      await ended(queue, { completed: 1 });
      expect(forgotten).toEqual([userId]);
    });
  });
}

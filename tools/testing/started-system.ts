import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { test as base } from '@playwright/test';
import { type StartedJournal, startJournal } from './start-journal.ts';

export interface SystemOptions {
  /** The command that starts the whole system, once for all specs of a project; undefined where they start none. */
  task: 'start' | 'start:split' | undefined;
}

/** The tests of the whole system, as a way of starting brings it. */
export const test = base.extend<
  { journal: StartedJournal },
  SystemOptions & { started: StartedJournal | undefined }
>({
  task: [undefined, { scope: 'worker', option: true }],
  started: [
    async ({ task }, use) => {
      if (!task) return use(undefined);
      const SERVICE_TOKEN = randomBytes(32).toString('base64url');
      process.env['SERVICE_TOKEN'] = SERVICE_TOKEN;
      const journal = await startJournal(task, { environment: { SERVICE_TOKEN } });
      await use(journal);
      await journal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  journal: async ({ started }, use) => {
    if (!started) throw new Error('This project names no way of starting');
    await use(started);
  },
  baseURL: async ({ started }, use) => use(started?.url),
});

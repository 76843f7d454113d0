import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { test as base } from '@playwright/test';
import { type Mailbox, openMailbox } from './mailbox.ts';
import type { Site } from './site.ts';
import { type StartedJournal, startJournal } from './start-journal.ts';

export interface SystemOptions {
  /** The command that starts the whole system, once for all specs of a project; undefined if they start none. */
  task: 'start' | 'start:split' | undefined;
}

/** Its mail is delivered to a mailbox. */
type SystemJournal = StartedJournal & { readonly mailbox: Mailbox };

/** Shared by the specs of a worker; started on demand. */
interface Shared extends SystemOptions {
  started: SystemJournal | undefined;
  /** Sites of earlier tests, by their options. */
  earlierSites: Map<string, Site>;
  /** Resolves with the one site that has awkward articles, shown at the address of all sites. */
  showAwkwardSite: () => Promise<Site>;
}

/**
 * Base of the tests of the whole system, as one of the starts runs it, and of all others that share something. If specs
 * differ in what they could share, Playwright gives them separate workers, and so separate starts.
 */
export const test = base.extend<{ journal: SystemJournal }, Shared>({
  task: [undefined, { scope: 'worker', option: true }],
  started: [
    async ({ task }, use) => {
      if (!task) return use(undefined);
      const SERVICE_TOKEN = randomBytes(32).toString('base64url');
      process.env['SERVICE_TOKEN'] = SERVICE_TOKEN;
      const mailbox = await openMailbox();
      const journal = await startJournal(task, {
        environment: {
          ...{ SERVICE_TOKEN, SMTP_URL: mailbox.url, MAIL_RATE: '250' },
          // Differs from the browsers' zone: pages show the journal's own.
          TIME_ZONE: 'Asia/Kathmandu',
        },
      });
      await use({ ...journal, mailbox });
      await journal.stop();
      await mailbox.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  earlierSites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from it.
    async ({}, use) => {
      const sites = new Map<string, Site>();
      await use(sites);
      for (const site of sites.values()) await site.stop();
    },
    { scope: 'worker' },
  ],
  showAwkwardSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from it.
    async ({}, use) => {
      let starting: Promise<Site> | undefined;
      await use(async () => {
        // Imported here because specs of a started system don't need this code.
        starting ??= import('./awkward-articles.ts').then(({ startAwkwardSite }) => startAwkwardSite());
        const site = await starting;
        site.show();
        return site;
      });
      await (await starting)?.stop();
    },
    { scope: 'worker' },
  ],
  journal: async ({ started }, use) => {
    if (!started) throw new Error('This project names no way of starting');
    await use(started);
  },
  baseURL: async ({ started }, use) => use(started?.url),
});

/**
 * Whether a test runs all its checks. If it runs on both starts, `embedded` gets only what could differ there; how
 * its pages look, what they reject and what else can be done on them is judged on `split`.
 */
export const runsAllChecks = () => base.info().project.name !== 'embedded';

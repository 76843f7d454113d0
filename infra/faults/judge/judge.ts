import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { createLogKey, createPostgresVault } from '@journal/vault';
import { verifyLog } from '@journal/worker';
import type { Rig } from '../rig/rig.ts';
import type { Operation } from '../workload/history.ts';
import { judgeHistory } from './judge-history.ts';
import { judgeMail, type Sent } from './judge-mail.ts';
import { judgeTables } from './judge-tables.ts';
import { readVersions } from './read-versions.ts';

export type Verdict = {
  readonly violations: readonly string[];
  readonly events: number;
  readonly mails: { readonly sent: number; readonly waiting: number; readonly twice: number };
};

export type JudgeOptions = {
  /** Milliseconds within which every request must be answered. */
  readonly longestAnswer: number;
  /** Milliseconds to wait for mails that have not arrived. */
  readonly mailTimeout: number;
};

/**
 * Judges a system that has recovered: its log against the history, its tables against a rebuild, the ledger against the
 * log, and the mails.
 */
export async function judge(
  rig: Rig,
  history: readonly Operation[],
  { longestAnswer, mailTimeout }: JudgeOptions,
): Promise<Verdict> {
  const { DATABASE_URL = '', EVENT_STORE_URL = '', MASTER_KEY = '' } = rig.environment;
  const open = new AsyncDisposableStack();
  try {
    const store = await openEventStore(EVENT_STORE_URL, { applicationName: 'journal faults' });
    open.defer(() => store.close());
    const vault = await createPostgresVault({ url: DATABASE_URL, masterKey: MASTER_KEY });
    open.defer(() => vault.close());
    const pool = createPool(DATABASE_URL, { applicationName: 'journal faults' });
    open.defer(() => pool.end());

    const mail = await waitForMail(rig, history, mailTimeout);
    const log = await readVersions(store, vault);
    const head = () => store.head();
    const tables = await judgeTables({ environment: rig.environment, folder: rig.folder, head });
    const ledger: string[] = [];
    const { events } = await verifyLog({
      store,
      pool,
      logKey: createLogKey(vault),
      onFault: ({ kind, stream, revision }) => ledger.push(`audit verify: ${stream} ${revision} ${kind}`),
    });
    return {
      violations: [...judgeHistory(history, log, longestAnswer), ...mail.violations, ...tables, ...ledger],
      events,
      mails: mail,
    };
  } finally {
    await open.disposeAsync();
  }
}

/** A mail that has not arrived is a violation, unless its job waits in the queue. */
async function waitForMail(rig: Rig, history: readonly Operation[], timeout: number) {
  const deadline = performance.now() + timeout;
  for (;;) {
    const messages = await rig.mail.messages();
    const sent = messages.flatMap(({ to, subject = '', messageId = '' }): Sent[] =>
      (to ?? []).map(({ address = '' }) => ({ to: address, subject, messageId })),
    );
    const { violations, waiting, twice } = judgeMail(history, sent);
    const verdict = { violations, sent: sent.length, waiting, twice };
    if (waiting === 0) return verdict;
    if (performance.now() > deadline) {
      const queued = await queuedJobs(rig);
      if (queued < waiting)
        violations.push(`${waiting} mails did not arrive, but only ${queued} jobs are waiting`);
      return verdict;
    }
    await sleep(200);
  }
}

async function queuedJobs({ workers }: Rig): Promise<number> {
  const told = await Promise.all(
    workers.map(async ({ origin }) => {
      const figures = await fetch(`${origin}/metrics`).then((answer) => answer.text());
      const ofStates = figures.matchAll(
        /^journal_queue_jobs\{[^}]*state="(?:waiting|active|delayed)"[^}]*\} (\d+)/gm,
      );
      return [...ofStates].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
  return Math.max(...told);
}

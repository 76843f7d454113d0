import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { createDeliveries, deliveryCounts } from '@journal/read-models/delivery';
import { createTestDatabase, until } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createJournalLog } from '../../../services/worker/src/testing/journal-log.ts';
import { mailingIn } from '../../../services/worker/src/testing/mailing-log.ts';
import { startTestSystem } from '../../../tools/testing/system.ts';
import { newSecrets } from '../../launcher/secrets.ts';
import { commandLine } from '../fixtures/command-line.ts';

const readers = 4;
const { POSTGRES_PASSWORD: _, ...secrets } = newSecrets();

async function emptyDatabase() {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  const pool = createPool(url, { applicationName: 'spec', max: 4 });
  onTestFinished(() => pool.end());
  return { url, pool };
}

/**
 * Two issues being mailed: half the recipients of one are frozen, and all of the other, one of whom has received it.
 */
async function journalThatMails() {
  const { url, pool } = await emptyDatabase();
  const store = await openEventStore(url);
  onTestFinished(() => store.close());
  const vault = await createPostgresVault({ url, masterKey: secrets.MASTER_KEY });
  onTestFinished(() => vault.close());
  const log = createJournalLog(store, vault);
  await log.articles.publish(1);
  const all = Array.from({ length: readers }, (_, number) => log.subscriber(`reader-${number}@example.org`));
  for (const reader of all) {
    await reader.request();
    await reader.confirm();
  }
  for (const issueNumber of [7, 8]) {
    await log.issues.open(issueNumber);
    await log.issues.arrange(issueNumber, [{ articleId: 1, heading: null }]);
    await log.issues.publish(issueNumber);
    const mailing = mailingIn(log, `${issueNumber}-1`);
    await mailing.prepare(issueNumber, 'everybody');
    await mailing.step('MailingStarted');
    if (issueNumber === 8) await mailing.freeze(readers);
  }
  await createDeliveries(pool).copyOf('none');
  const ids = all.map(({ subscriberId }) => subscriberId).toSorted();
  await pool.query(`insert into delivery.frozen (mailing_id, cursor) values ('7-1', $1)`, [ids[1]]);
  await pool.query(`insert into delivery.frozen (mailing_id, total) values ('8-1', $1)`, [readers]);
  await pool.query(
    `insert into delivery.recipient (mailing_id, subscriber_id, status)
     select '7-1', id, 'ready' from unnest($1::text[]) as id where id <= $2 union all
     select '8-1', id, case id when $2 then 'accepted' when $3 then 'sending' else 'ready' end from unnest($1::text[]) as id`,
    [ids, ids[1], ids[2]],
  );
  return { DATABASE_URL: url, EVENT_STORE_URL: url, MASTER_KEY: secrets.MASTER_KEY };
}

test('a mailing in progress at the backup sends nothing after a restore until an editor repeats it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-mailings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await commandLine(`backup ${folder}/backup`, await journalThatMails())).toMatchObject({ code: 0 });
  const { url, pool } = await emptyDatabase();
  const engines = { DATABASE_URL: url, EVENT_STORE_URL: url, MASTER_KEY: secrets.MASTER_KEY };
  expect(await commandLine(`restore ${folder}/backup`, engines)).toMatchObject({ code: 0 });

  const restored = await startTestSystem(url, secrets);
  onTestFinished(() => restored.stop());
  const sent = async () => (await readdir(join(restored.folder, 'outbox')).catch(() => [])).length;
  const states = async () =>
    (await pool.query('select status, reason from mailings_v1.mailing order by mailing_id')).rows;
  const isBoth = (state: object) => until(async () => expect(await states()).toEqual([state, state]));
  const both = async (step: 'resume' | 'repeat') => {
    for (const id of ['7-1', '8-1']) {
      const headers = { authorization: `Bearer ${secrets.SERVICE_TOKEN}` };
      const asked = { method: 'POST', url: `/api/mailings/${id}/${step}`, headers } as const;
      expect((await restored.services.command.app.inject(asked)).statusCode).toBe(200);
    }
  };

  await isBoth({ status: 'paused', reason: 'restored' });
  expect(await sent()).toBe(0);
  await both('resume');
  await isBoth({ status: 'completed', reason: null });
  expect(await sent()).toBe(0);
  expect(await deliveryCounts(pool, '7-1')).toMatchObject({ accepted: 0, uncertain: readers });
  expect(await deliveryCounts(pool, '8-1')).toMatchObject({ accepted: 1, uncertain: readers - 1 });
  await both('repeat');
  await until(async () =>
    expect(await deliveryCounts(pool, '8-1')).toMatchObject({ accepted: readers, uncertain: 0 }),
  );
  await isBoth({ status: 'completed', reason: null });
  expect(await sent()).toBe(2 * readers - 1);
}, 120_000);

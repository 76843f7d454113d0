import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createPool } from '@journal/postgres';
import { startThrowawayPostgres } from '../../tools/testing/postgres.setup.ts';
import { startSystemInProcess } from '../../tools/testing/system.ts';
import { dumpJournal } from './dump.ts';
import {
  formatFile,
  formats,
  type RecordedAnswer,
  readDump,
  readRecorded,
  repeatRequest,
} from './formats.ts';
import { createJournalClient, startPausableMailServer } from './journal-client.ts';
import { clockOffset, settings, writeNewKinds } from './write-new-kinds.ts';

// Freezes the format that this version writes: `node infra/older-journal/freeze-format.ts 2027-03`. Starts on the
// newest frozen format, writes the kinds of events added since, and records the answers. The new format then contains
// the events of `write-new-kinds.ts`: rewrite that file for the next format.
const [format = ''] = process.argv.slice(2);
const before = formats.at(-1) ?? '';
if (!/^\d{4}-\d{2}[a-z]?$/.test(format) || format <= before)
  throw new Error(
    `Name the format by its month, after ${before}: node infra/older-journal/freeze-format.ts 2027-03`,
  );

// Once its code is loaded, Vike reports uncaught errors and goes on: a start that failed would never end.
process.once('uncaughtException', (failure) => {
  process.stderr.write(`${failure.stack}\n`);
  process.exit(1);
});

const recorded = await readRecorded(before);
const postgres = await startThrowawayPostgres();
const mail = await startPausableMailServer();
const past = () => Math.round(performance.timeOrigin + performance.now()) - clockOffset;
mock.timers.enable({ apis: ['Date'], now: past() });
const clock = setInterval(() => mock.timers.setTime(past()), 20);
const returnToPresent = () => {
  clearInterval(clock);
  mock.timers.reset();
};
let databaseUrl = '';
const given = { MASTER_KEY: recorded.masterKey, SMTP_URL: mail.url, ...settings };
const system = await startSystemInProcess(postgres.url, given, {
  async fill(url) {
    databaseUrl = url;
    const pool = createPool(url, { applicationName: 'freeze' });
    await pool.query(await readDump(before));
    await pool.end();
  },
});
const pool = createPool(databaseUrl, { applicationName: 'freeze' });
const token = system.environment['SERVICE_TOKEN'] ?? '';
const { url } = system;
const journal = { url, token, databaseUrl, pool, mail, returnToPresent };
const { untilApplied } = createJournalClient(journal);

try {
  const asked = await writeNewKinds(journal, recorded.masterKey);
  await untilApplied();

  const answers: RecordedAnswer[] = [];
  const headers = { etag: '', 'content-type': '' };
  const all = [...recorded.answers, ...asked.map((one) => ({ ...one, headers }))];
  const record = async (isWanted: (answer: Pick<RecordedAnswer, 'kind'>) => boolean) => {
    for (const answer of all.filter(isWanted)) answers.push(await repeatRequest(url, token, answer));
    await untilApplied();
  };
  // An export is recorded in the log and appears in later answers.
  await record(({ kind }) => kind === 'export');
  await record(({ kind }) => kind === 'command');
  await record(({ kind }) => kind !== 'export' && kind !== 'command');
  const { rows } = await pool.query<{ head: number }>(
    'select max(position)::int as head from event_log.events',
  );
  const { rows: claims } = await pool.query<{ next: number }>(
    `select count(*)::int + 1 as next from event_log.events where type = 'ArticleIdClaimed'`,
  );
  const { masterKey, foreign, draft } = recorded;
  const ids = { ...recorded.ids, next: claims[0]?.next };
  const text = JSON.stringify({ masterKey, settings, head: rows[0]?.head, foreign, ids, draft, answers });
  const dump = await dumpJournal(pool);
  await writeFile(formatFile(format, 'answers.json'), gzipSync(text, { level: 9 }));
  await writeFile(formatFile(format, 'sql'), gzipSync(dump, { level: 9 }));
} finally {
  await pool.end();
  await system.stop();
  returnToPresent();
  await mail.close();
  await postgres.stop();
}

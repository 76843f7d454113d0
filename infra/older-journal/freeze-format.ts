import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { articleStream } from '@journal/events';
import { createPool } from '@journal/postgres';
import { startThrowawayPostgres } from '../../tools/testing/postgres.setup.ts';
import { startSystemInProcess } from '../../tools/testing/system.ts';
import { dumpJournal } from './dump.ts';
import { askAgain, formatFile, formats, type RecordedAnswer, readDump, readRecorded } from './formats.ts';

// Freezes the format that this version writes: `node infra/older-journal/freeze-format.ts 2027-03`. It starts on the
// newest format there is, writes what came since, and records what it answers. Say below what the next one adds.
const [format = ''] = process.argv.slice(2);
const before = formats.at(-1) ?? '';
if (!/^\d{4}-\d{2}[a-z]?$/.test(format) || format <= before)
  throw new Error(
    `Name the format by its month, after ${before}: node infra/older-journal/freeze-format.ts 2027-03`,
  );

const recorded = await readRecorded(before);
const postgres = await startThrowawayPostgres();
let database = '';
const given = { MASTER_KEY: recorded.masterKey };
const system = await startSystemInProcess(postgres.url, given, {
  async fill(url) {
    database = url;
    const pool = createPool(url, { applicationName: 'freeze' });
    await pool.query(await readDump(before));
    await pool.end();
  },
});
const pool = createPool(database, { applicationName: 'freeze' });
const token = system.environment['SERVICE_TOKEN'] ?? '';

async function write(method: string, path: string, body: object, cookie?: string): Promise<Response> {
  const answer = await fetch(system.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(cookie === undefined ? { authorization: `Bearer ${token}` } : { cookie }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function signIn(email: string, password: string): Promise<string> {
  const { headers } = await write('POST', '/api/auth/login', { email, password }, '');
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

const untilApplied = async () => {
  for (;;) {
    const metrics = await (await fetch(`${system.url}/metrics`)).text();
    const lags = [...metrics.matchAll(/^journal_projection_lag_events\{.*\} (\d+)$/gm)];
    if (lags.length > 0 && lags.every(([, lag]) => lag === '0')) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

try {
  await untilApplied();
  const editor = await signIn('sample-editor@journal.example', 'password of editor');
  // Another program has written into the stream of a piece, which goes on after that.
  const article = {
    ...{ title: 'A piece with company', excerpt: 'Of two programs.', content: 'Both write into one stream.' },
    ...{ section: 'culture', authorName: 'Sample Author', authorAge: 16, readTime: 1, featured: 0 },
  };
  const published = await write('POST', '/api/articles', article, editor);
  const { id } = (await published.json()) as { id: number };
  await pool.query(
    `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
     select max(position) + 1, 1, gen_random_uuid(), $1, 'Noted', '{}', '{}' from event_log.events`,
    [articleStream(id)],
  );
  await write('PUT', `/api/articles/${id}`, { ...article, title: 'A piece that goes on' }, editor);
  await untilApplied();

  const answers: RecordedAnswer[] = [];
  const headers = { etag: '', 'content-type': '' };
  const more = [{ kind: 'newsroom', path: `/api/articles/${id}/history`, headers }] as const;
  const asked = [...recorded.answers, ...more];
  const record = async (isWanted: (answer: Pick<RecordedAnswer, 'kind'>) => boolean) => {
    for (const answer of asked.filter(isWanted)) answers.push(await askAgain(system.url, token, answer));
    await untilApplied();
  };
  // An export is written down, and told by what is asked after it.
  await record(({ kind }) => kind === 'export');
  await record(({ kind }) => kind !== 'export');
  const { rows } = await pool.query<{ head: number }>(
    'select max(position)::int as head from event_log.events',
  );
  const { rows: claims } = await pool.query<{ next: number }>(
    `select count(*)::int + 1 as next from event_log.events where type = 'ArticleIdClaimed'`,
  );
  const { masterKey, foreign = 0 } = recorded;
  const ids = { ...recorded.ids, next: claims[0]?.next };
  const text = JSON.stringify({ masterKey, head: rows[0]?.head, foreign: foreign + 1, ids, answers });
  const dump = await dumpJournal(pool);
  await writeFile(formatFile(format, 'answers.json'), gzipSync(text, { level: 9 }));
  await writeFile(formatFile(format, 'sql'), gzipSync(dump, { level: 9 }));
} finally {
  await pool.end();
  await system.stop();
  await postgres.stop();
}

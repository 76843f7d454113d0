import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { createPool } from '@journal/postgres';
import { until } from '@journal/testing';
import { findMessage } from '../../tools/testing/outbox-message.ts';
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

async function write(
  method: string,
  path: string,
  body: object | undefined,
  cookie?: string,
): Promise<Response> {
  const answer = await fetch(system.url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie === undefined ? { authorization: `Bearer ${token}` } : { cookie }),
    },
    ...(body && { body: JSON.stringify(body) }),
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
  // What an editor says of a pitch and takes back, an invitation, and a mailing.
  const dora = await signIn('sample-dora@journal.example', 'password of dora, changed');
  const draft = {
    path: '/api/me/drafts/new-pitch',
    values: {
      articleTitle: 'Begun and not sent',
      fullEssay: 'On one device, to be gone on with on another.',
    },
  };
  await write('PUT', draft.path, { values: draft.values }, dora);
  const pitch = recorded.ids.p[1];
  const { fullEssay = '' } = (await (await write('GET', `/api/submissions/${pitch}`, undefined)).json()) as {
    fullEssay?: string;
  };
  const comment = {
    ...{ field: 'fullEssay', paragraph: 0, note: 'A word too many?', audience: 'writer' },
    quotation: fullEssay.split(/\s/, 2).join(' '),
  };
  const commented = await write('POST', `/api/submissions/${pitch}/comments`, comment, editor);
  const { id: commentId } = (await commented.json()) as { id: string };
  await write('DELETE', `/api/submissions/${pitch}/comments/${commentId}`, undefined, editor);
  const invitation = { email: 'sample-guest@journal.example', role: 'reviewer' };
  await write('POST', '/api/newsroom/invitations', invitation, editor);
  const reader = 'sample-reader@journal.example';
  await write('POST', '/api/newsletter/subscriptions', { email: reader }, '');
  const message = await until(async () => {
    const found = await findMessage(system.environment['DATA_DIR'] ?? '', '', reader);
    if (!found) throw new Error('No mail came');
    return found;
  });
  const [, link = ''] = /confirm\?token=(\S+)/.exec(message) ?? [];
  await write('POST', '/api/newsletter/confirmation', { token: decodeURIComponent(link) }, '');
  await untilApplied();
  await write('POST', '/api/issues/3/mailing', {}, editor);
  const mailing = '/api/mailings/3-1';
  await write('POST', `${mailing}/start`, {}, editor);
  await until(async () => {
    const { status } = (await (await write('GET', mailing, undefined)).json()) as { status: string };
    if (status !== 'completed') throw new Error(`The mailing is ${status}`);
  });
  await untilApplied();

  const answers: RecordedAnswer[] = [];
  const headers = { etag: '', 'content-type': '' };
  const paths = [`/api/submissions/${pitch}/comments`, mailing, '/api/issues/3/mailings'];
  const more = paths.map((path) => ({ kind: 'newsroom', path, headers }) as const);
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
  const { masterKey, foreign } = recorded;
  const ids = { ...recorded.ids, next: claims[0]?.next };
  const text = JSON.stringify({ masterKey, head: rows[0]?.head, foreign, ids, draft, answers });
  const dump = await dumpJournal(pool);
  await writeFile(formatFile(format, 'answers.json'), gzipSync(text, { level: 9 }));
  await writeFile(formatFile(format, 'sql'), gzipSync(dump, { level: 9 }));
} finally {
  await pool.end();
  await system.stop();
  await postgres.stop();
}

import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
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
  const { a1, a2 } = recorded.ids;
  const dora = await signIn('sample-dora@journal.example', 'password of dora, changed');
  const editor = await signIn('sample-editor@journal.example', 'password of editor');
  const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;
  // A pitch by the whole way of the newsroom, and closed in the end.
  const essay = {
    articleTitle: 'A sample pitch',
    articleSummary: 'A summary',
    fullEssay: 'A word.\n\nAnother.',
  };
  const fields = { fullName: 'Sample Writer', age: 15, school: 'Sample School', section: 'view', ...essay };
  const byline = { name: 'first-initial', showAge: true, showSchool: false };
  const pitch = `/api/submissions/${await idOf(await write('POST', '/api/submissions', { ...fields, byline }, dora))}`;
  const step = (name: string, body: object = {}) => write('POST', `${pitch}/${name}`, body, editor);
  const me = (await (
    await fetch(`${system.url}/api/auth/session`, { headers: { cookie: editor } })
  ).json()) as { id: string };
  await step('assign', { userId: me.id });
  const passage = { field: 'fullEssay', paragraph: 0, quotation: 'word', before: 'A ', after: '.' };
  const comment = `comments/${await idOf(await step('comments', { ...passage, note: 'Which?', audience: 'writer' }))}`;
  await write('POST', `${pitch}/${comment}/replies`, { note: 'This one.' }, dora);
  await step(`${comment}/resolve`);
  await write('PUT', `${pitch}/agreement`, { isAgreed: true }, editor);
  await step('request-changes', { note: 'A little more, please.' });
  await write('POST', `${pitch}/resubmit`, { ...fields, articleTitle: 'Sample again', reply: 'Here.' }, dora);
  const next = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await step('accept', { issueNumber: 3 });
  await step('schedule', { publishAt: next });
  await step('unschedule');
  const link = await idOf(await step('previews'));
  await write('DELETE', `${pitch}/previews/${link}`, {}, editor);
  await write(
    'POST',
    `/api/submissions/mine/${pitch.split('/').at(-1)}/concerns`,
    { text: 'A concern' },
    dora,
  );
  await step('decline', { message: 'Not this time.' });
  await step('reopen');
  await write('PUT', '/api/me/settings', { fewerMails: true }, dora);
  const invited = { email: 'sample-gil@journal.example', role: 'reviewer' };
  await write('POST', '/api/newsroom/invitations', invited, editor);
  await untilApplied();
  const [invitation] = (await (
    await fetch(`${system.url}/api/newsroom/invitations`, { headers: { cookie: editor } })
  ).json()) as { id: string }[];
  await write('DELETE', `/api/newsroom/invitations/${invitation?.id}`, {}, editor);
  await write('POST', `/api/articles/${a1}/schedule-unpublish`, { unpublishAt: next }, editor);
  await write('POST', `/api/articles/${a1}/cancel-unpublish`, {}, editor);
  await write('POST', `/api/articles/${a2}/unname`, {}, editor);
  await write('POST', '/api/issues', { number: 3, date: '2026-12-07', title: 'Sample issue' }, editor);
  await write(
    'PUT',
    '/api/issues/3/pieces',
    { pieces: [{ articleId: a2, heading: 'First' }, { articleId: a1 }] },
    editor,
  );
  await write('POST', '/api/issues/3/publish', {}, editor);
  // An issue with a pitch that waited for it, planned, published at once in the end, and mailed.
  const other = { ...fields, articleTitle: 'A sample that waits' };
  const waiting = await idOf(await write('POST', '/api/submissions', other, dora));
  await write('POST', `/api/submissions/${waiting}/accept`, {}, editor);
  await write('POST', '/api/issues', { number: 4, date: '2026-12-21' }, editor);
  await write('PUT', '/api/issues/4/pieces', { pieces: [{ submissionId: waiting }] }, editor);
  await write('POST', '/api/issues/4/publish', { at: next }, editor);
  await write('POST', '/api/issues/4/unschedule', {}, editor);
  await write('POST', '/api/issues/4/publish', {}, editor);
  await untilApplied();
  await write(
    'POST',
    '/api/newsletter/subscriptions',
    { email: 'sample-ida@journal.example', section: 'view' },
    '',
  );
  await write('POST', '/api/issues/4/mailing', {}, editor);
  await write('POST', '/api/mailings/4-1/test', { email: 'sample-editor@journal.example' }, editor);
  await write('POST', '/api/mailings/4-1/start', {}, editor);
  for (let status = ''; status !== 'completed'; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const answer = await fetch(`${system.url}/api/mailings/4-1`, { headers: { cookie: editor } });
    ({ status } = (await answer.json()) as { status: string });
  }
  const imported = {
    title: 'Imported',
    content: 'Text.',
    excerpt: 'In short',
    section: 'culture',
    authorName: 'Sample Writer',
  };
  const draft = {
    ...imported,
    authorAge: null,
    readTime: 1,
    publishedAt: '2020-01-02T03:04:05Z',
    isDraft: true,
  };
  await write('POST', '/api/operations/articles/import', draft);
  await write('POST', '/api/concerns', { article: `${a1}`, text: 'A concern of a reader’s' }, '');
  await untilApplied();

  const answers: RecordedAnswer[] = [];
  const headers = { etag: '', 'content-type': '' };
  const more = [
    { kind: 'reader', path: '/api/issues', headers },
    { kind: 'reader', path: '/api/issues/3', headers },
    { kind: 'reader', path: '/api/issues/4', headers },
    { kind: 'newsroom', path: pitch, headers },
    { kind: 'newsroom', path: `${pitch}/history`, headers },
    { kind: 'newsroom', path: `${pitch}/comments`, headers },
    { kind: 'newsroom', path: '/api/issues/3/history', headers },
    { kind: 'newsroom', path: '/api/issues/4/history', headers },
  ] as const;
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
  const { masterKey } = recorded;
  const ids = { ...recorded.ids, next: claims[0]?.next };
  const text = JSON.stringify({ masterKey, head: rows[0]?.head, ids, answers });
  const dump = await dumpJournal(pool);
  await writeFile(formatFile(format, 'answers.json'), gzipSync(text, { level: 9 }));
  await writeFile(formatFile(format, 'sql'), gzipSync(dump, { level: 9 }));
} finally {
  await pool.end();
  await system.stop();
  await postgres.stop();
}

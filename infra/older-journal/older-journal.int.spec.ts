import { pageTexts } from '@journal/contracts/page-texts';
import { createPool } from '@journal/postgres';
import { sessionCookie } from '@journal/testing';
import { parse } from 'csv-parse/sync';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type SystemInProcess, startSystemInProcess } from '../../tools/testing/system.ts';
import { commandLine } from '../cli/fixtures/command-line.ts';
import {
  formats,
  type Recorded,
  type RecordedAnswer,
  readDump,
  readRecorded,
  repeatRequest,
} from './formats.ts';

/**
 * Each journal in `fixtures` was written by a version with a different format, and is stored with that version's
 * answers. The first, by commit 74481fb, contains the demo issue, registrations, successful and failed logins, a mailed
 * and a changed password, newsletter subscriptions from request to end, pitches and articles created, edited, deleted,
 * restored, published and featured, admin rights granted and revoked, exports, and two erased accounts, one of them
 * with its article. Each later one adds what was new in its format. A dump contains log, vault, ledger and the
 * reactors' checkpoints, as a restored backup does, and from 2026-11f on drafts and deliveries. From 2026-11g on, the
 * newest format contains every kind of event. Never regenerate a fixture: all code that reads a log must be able to
 * read it. `freeze-format.ts` adds the next format.
 */
describe.each(formats)('a journal in format %s', (format) => {
  let recorded: Recorded;
  let system: SystemInProcess;
  let pool: pg.Pool;
  beforeAll(async () => {
    recorded = await readRecorded(format);
    const given = { MASTER_KEY: recorded.masterKey, ...recorded.settings };
    system = await startSystemInProcess(inject('postgresUrl'), given, {
      async fill(url) {
        pool = createPool(url, { applicationName: 'spec' });
        await pool.query(await readDump(format));
        // The journal resumes two minutes after its last event, when writers are notified of the latest declined
        // pitches. After a year, the worker would end whatever is kept for a year, and append events about it.
        const { rows } = await pool.query<{ now: Date }>(
          `select max(recorded_at) + interval '2 minutes' as now from event_log.events`,
        );
        vi.useFakeTimers({ toFake: ['Date'], now: rows[0]?.now ?? 0, shouldAdvanceTime: true });
      },
    });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await pool.end();
    await system.stop();
  });

  const answersOf = (...kinds: RecordedAnswer['kind'][]) =>
    recorded.answers.filter(({ kind }) => kinds.includes(kind));

  const request = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    fetch(system.url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const asService = () => ({ authorization: `Bearer ${system.environment['SERVICE_TOKEN']}` });

  /** Fields of answers and pieces, by the format that introduced them. Earlier formats are compared without. */
  const fieldsSince: Readonly<Record<string, readonly string[]>> = {
    '2026-11g': [
      'consent',
      'concerns',
      'cover',
      'isTakenUp',
      'counterpart',
      'since',
      'onlySection',
      'opposite',
      'debate',
      'settings',
      'sessions',
      'passkeys',
      'stage',
      'stageSince',
      'unansweredComments',
      'assigneeId',
      'dueAt',
      'issueNumber',
      'publishAt',
      'agreedAt',
      'unpublishAt',
      'roles',
      'drafts',
      'plannedFor',
      'steps',
      'note',
      'byline',
      'comments',
      'articleState',
      'waitsFor',
      'hiddenAt',
    ],
    '2026-11h': ['isNameWithheld'],
    '2026-11i': ['etag'],
  };
  const laterFields = new Set(
    Object.entries(fieldsSince).flatMap(([first, names]) => (format < first ? names : [])),
  );
  const hasOlderWords = format < '2026-11g';

  /** In older formats, texts have straight apostrophes and mailings are named by their id. */
  const asNamedNow = (text: string) =>
    hasOlderWords ? text.replaceAll('’', "'").replace(/^Mailing (\d+)-1$/, 'Mailing of issue $1') : text;

  /** Returns an answer with current wording, and without later fields, their names and their changes. */
  function asRecorded(value: unknown): unknown {
    if (typeof value === 'string') return asNamedNow(value);
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value))
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !laterFields.has(name))
          .map(([name, held]) => [name, asRecorded(held)]),
      );
    const nameOf = (one: unknown) => (typeof one === 'object' && one && 'field' in one ? one.field : one);
    return value.filter((one) => !laterFields.has(`${nameOf(one)}`)).map(asRecorded);
  }

  /** Returns a body's content: a JSON value, or the rows of a CSV file with the columns that both versions have. */
  function contentOf(body: string, type = ''): unknown {
    if (!type.startsWith('text/csv')) return asRecorded(JSON.parse(body));
    // Revisions are now numbered as versions, as on the pages, and changed texts are shown.
    const renamed = /^(?:Revision|Version|Restored .*|Before|After|Opposite.*)$/;
    const rows: Record<string, string>[] = parse(body, { bom: true, columns: true });
    return rows.map(({ Fields = '', ...row }) => ({
      ...Object.fromEntries(
        Object.entries(row).flatMap(([column, text]) =>
          hasOlderWords && renamed.test(column) ? [] : [[column, asNamedNow(text)]],
        ),
      ),
      fields: Fields.split(' ').filter((name) => !laterFields.has(name)),
    }));
  }

  const ask = (answer: RecordedAnswer) =>
    repeatRequest(system.url, system.environment['SERVICE_TOKEN'] ?? '', answer);

  /** Returns the comparable parts of an answer. Of an ETag, that is the revision: others depend on the bytes. */
  const compared = ({ body, headers: { etag, ...headers }, ...rest }: RecordedAnswer) => ({
    ...rest,
    headers: { ...headers, revision: /^"(\d+)-[0-9a-z]{1,7}"$/.exec(etag ?? '')?.[1] },
    content: contentOf(body, headers['content-type']),
  });

  /** Returns an answer with the current original text of the privacy page, which follows the version that runs. */
  const withCurrentOriginal = ({ body, ...rest }: RecordedAnswer) => ({
    ...rest,
    body: body.replace(/(?<="Text: )This page says (?:[^"]|"")*/, () =>
      pageTexts.privacy.replaceAll('"', '""'),
    ),
  });

  /** Returns the ids that were found. Their order and the matching passages depend on the search engine. */
  const found = ({ path, status, body }: RecordedAnswer) => ({
    path,
    status,
    ids: status === 200 ? (JSON.parse(body) as { id: number }[]).map(({ id }) => id).sort() : body,
  });

  type Version = { readonly event: string; readonly at: string };

  /** Removes deletions that were undone within a minute, which are no longer disclosed to the writer. */
  const withoutUndone = (versions: readonly Version[]) =>
    versions.filter(({ event, at }, index) => {
      const [deleted, restored] = event === 'SubmissionDeleted' ? [at, versions[index + 1]?.at] : [];
      const isUndone = Date.parse(restored ?? '') - Date.parse(deleted ?? '') < 60_000;
      return !isUndone && event !== 'SubmissionRestored';
    });

  /** Returns an account export without its timestamp, and without the concerns about erased pitches: they are newer. */
  function exportOf({ status, body }: RecordedAnswer) {
    type Export = { submissions?: { versions: Version[] }[]; concerns?: unknown };
    // The export of an erased account is refused.
    const { submissions = [], concerns: _concerns, ...rest } = JSON.parse(body) as Export;
    const pitches = submissions.map((pitch) => ({ ...pitch, versions: withoutUndone(pitch.versions) }));
    return asRecorded({ status, ...rest, submissions: pitches, exportedAt: '' });
  }

  const verify = () => commandLine('audit verify', system.environment);
  /** Expected exit code and message of `audit verify` if the only faults are foreign events. */
  const verdict = () =>
    recorded.foreign
      ? { code: 1, found: `${recorded.foreign} fault.` }
      : { code: 0, found: 'all of them unchanged.' };

  test('every read model, rebuilt from the log, returns the recorded answers', async () => {
    const expected = answersOf('reader', 'newsroom').map(withCurrentOriginal);
    const answered = async () => (await Promise.all(expected.map(ask))).map(compared);
    await expect.poll(answered, { timeout: 30_000, interval: 200 }).toEqual(expected.map(compared));
  });

  test('search finds the recorded articles', async () => {
    const expected = answersOf('search').map(found);
    const findings = async () => (await Promise.all(answersOf('search').map(ask))).map(found);
    await expect.poll(findings, { timeout: 30_000, interval: 200 }).toEqual(expected);
  });

  test('rebuilds and repeated commands append no events, and audit verify finds no faults but foreign events', async () => {
    const outcomeOf = ({ path, status, body }: RecordedAnswer) => {
      const { code } = JSON.parse(body || '{}') as { code?: string };
      return { path, status, code };
    };
    for (const answer of answersOf('command'))
      expect(outcomeOf(await ask(answer))).toEqual(outcomeOf(answer));
    const { rows } = await pool.query('select max(position)::int as head from event_log.events');
    expect(rows).toEqual([{ head: recorded.head }]);
    const { code, said } = await verify();
    expect(code).toBe(verdict().code);
    expect(said).toContain(`${recorded.head} events, and ${verdict().found}`);
  });

  test('account exports are unchanged', async () => {
    for (const answer of answersOf('export')) expect(exportOf(await ask(answer))).toEqual(exportOf(answer));
  });

  test('new commands work with its passwords and claims, and continue its ETags, revisions and article ids', async () => {
    const { a1, p, next = 19 } = recorded.ids;
    const signIn = (email: string, password: string) =>
      request('POST', '/api/auth/login', {}, { email, password });
    expect((await signIn('sample-dora@journal.example', 'password of dora')).status).toBe(401);
    const dora = await signIn('sample-dora@journal.example', 'password of dora, changed');
    expect(dora.status).toBe(200);
    const { path: ofDraft = '/api/me/drafts/new-pitch', values } = recorded.draft ?? {};
    const kept = await request('GET', ofDraft, { cookie: sessionCookie(dora.headers) });
    expect(await kept.json()).toEqual(values ? expect.objectContaining({ values }) : null);
    const registration = {
      email: 'sample-ada@journal.example',
      password: 'at first',
      fullName: 'Sample Writer',
    };
    const registered = await request('POST', '/api/auth/register', {}, registration);
    expect(await registered.json()).toMatchObject({ code: 'email-taken' });

    const { headers, body } = answersOf('reader').find(
      ({ path }) => path === `/api/articles/${a1}`,
    ) as RecordedAnswer;
    const { id: _id, createdAt: _createdAt, ...fields } = JSON.parse(body);
    const changed = { ...fields, title: 'Edited later' };
    const edit = () =>
      request('PUT', `/api/articles/${a1}`, { ...asService(), 'if-match': headers['etag'] ?? '' }, changed);
    expect(await (await edit()).json()).toMatchObject(changed);
    expect((await edit()).status).toBe(412);
    const back = await request('POST', `/api/articles/${a1}/restore`, asService(), { revision: 0 });
    expect(await back.json()).toMatchObject({
      title: 'A sample article, number 1',
      authorName: 'Sample Author',
    });

    const editor = await signIn('sample-editor@journal.example', 'password of editor');
    const cookie = sessionCookie(editor.headers);
    const published = await request('POST', `/api/submissions/${p[1]}/publish`, { cookie });
    expect({ status: published.status, ...((await published.json()) as object) }).toMatchObject({
      status: 201,
      id: next,
    });
    const { code, found } = verdict();
    await expect.poll(verify, { timeout: 10_000 }).toMatchObject({
      code,
      said: expect.not.stringContaining('not in the ledger yet'),
    });
    expect((await verify()).said).toContain(`events, and ${found}`);
  });
});

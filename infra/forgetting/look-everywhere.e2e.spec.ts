import { Readable, Writable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { startRedis } from '../../services/worker/src/testing/start-redis.ts';
import { missingRedis } from '../../tools/testing/engines.ts';
import { type StartedJournal, startJournal } from '../../tools/testing/start-journal.ts';
import { runJournal } from '../cli/run-journal.ts';
import { readStatus } from '../cli/status.ts';
import {
  databaseOf,
  dropReadModels,
  readModelRows,
  startItsPostgres,
  takeSamples,
} from './database-texts.ts';
import { faultsOf, type RecordOfEvent, readLog } from './log-record.ts';
import { live, type Person } from './person.ts';
import { everyText, placesOf, type StartedRedis } from './places.ts';

const polling = { timeout: 30_000 };

function expectEach(found: readonly string[], patterns: readonly RegExp[]): void {
  for (const pattern of patterns)
    expect(
      found.filter((place) => pattern.test(place)),
      `${pattern} in ${found.join(', ')}`,
    ).not.toEqual([]);
}

for (const queue of ['Postgres', ...(missingRedis().length === 0 ? ['Redis'] : [])])
  test.describe(`forgetting, with the queue in ${queue}`, () => {
    test.describe.configure({ mode: 'serial', timeout: 120_000 });

    let redis: StartedRedis | undefined;
    let journal: StartedJournal;
    let people: Person[];
    let before: RecordOfEvent[];
    const settings = () => ({
      environment: {
        DEMO_CONTENT: 'off',
        LOG_LEVEL: 'trace',
        ...(redis ? { QUEUE_URL: redis.url } : {}),
      },
    });
    const everywhere = () => ({
      articles: people.map(({ articleId }) => articleId),
      submissions: people.map(({ submissionId }) => submissionId),
      searches: people.map(({ words }) => words.name),
      redis,
    });
    /** Where the words of somebody stand. */
    const places = async (...of: Person[]) => {
      const texts = await everyText(journal, everywhere());
      return placesOf(
        texts,
        of.flatMap(({ words }) => Object.values(words)),
      );
    };
    const untilApplied = () =>
      expect
        .poll(async () => {
          const { isWell, text } = await readStatus([journal.url]).catch(() => ({ isWell: false, text: '' }));
          const projections = /^Projections\n(.+?)\n\n/ms.exec(text)?.[1]?.split('\n') ?? [''];
          return isWell && projections.every((line) => / 0 events, /.test(line));
        }, polling)
        .toBe(true);

    const mailed = async (read: () => Promise<string | undefined>) => {
      await expect.poll(read, polling).toBeDefined();
      return (await read()) ?? '';
    };

    test.beforeAll(async () => {
      if (queue === 'Redis') redis = await startRedis();
      journal = await startJournal('start', settings());
    });
    test.afterAll(async () => {
      await journal.stop();
      await redis?.stop();
    });

    test('people leave their words in many places, but not in the log, the vault, the queue or what is logged', async () => {
      people = [];
      for (const number of [1, 2, 3]) people.push(await live(journal, number, mailed));
      await untilApplied();
      await takeSamples(await databaseOf(journal.dataFolder));
      for (const person of people) {
        const texts = await everyText(journal, everywhere());
        const { name, address, school } = person.words;
        const byline = [
          /^column articles_v\d+\.article\./,
          /^column articles_v\d+\.article_version\./,
          new RegExp(`^GET /article/${person.articleId}$`),
          new RegExp(`^GET /api/articles/${person.articleId}$`),
          ...['', 'view', 'api/articles', 'api/articles/featured'].map(
            (path) => new RegExp(`^GET /${path}$`),
          ),
        ];
        const account = ['email', 'username'].map(
          (column) => new RegExp(`^column accounts_v\\d+\\.account\\.${column}$`),
        );
        const pitch = [
          /^column submissions_v\d+\.submission\./,
          /^column submissions_v\d+\.submission_version\./,
          /^opened SubmissionPitched of /,
          /^GET \/api\/submissions\?status=pending$/,
          new RegExp(`^GET /api/submissions/${person.submissionId}$`),
          new RegExp(`^GET /api/submissions/${person.submissionId}/history/0$`),
        ];
        const search = [
          /^column search_v\d+\.document\.author_name$/,
          /^column search_v\d+\.document\.words$/,
          new RegExp(`^GET /api/search\\?q=${name}&`),
        ];
        const feeds = [/^GET \/feed\.xml$/, /^GET \/atom\.xml$/];
        const mail = [/^file outbox\/.*temporary-password/, /^file outbox\/.*newsletter/];
        expectEach(placesOf(texts, [name]), [
          /^column accounts_v\d+\.account\.full_name$/,
          /^opened UserRegistered of /,
          /^opened ArticlePublished of /,
          ...byline,
          ...feeds,
          ...pitch,
          ...search,
          /^column audit_v\d+\./,
          /^GET \/api\/audit$/,
        ]);
        expectEach(placesOf(texts, [school]), [...byline, ...pitch]);
        expectEach(placesOf(texts, [address]), [
          ...account,
          /^opened SubscriptionRequested of /,
          /^column newsletter_v\d+\./,
          ...mail,
        ]);
        const others =
          /^(column|index) (?!articles_v|accounts_v|newsletter_v|submissions_v|audit_v|search_v)|^redis|^logs|^file (?!outbox\/)/;
        expect(placesOf(texts, Object.values(person.words)).filter((place) => others.test(place))).toEqual(
          [],
        );
      }
      before = await readLog(await databaseOf(journal.dataFolder));
      expect(faultsOf(before)).toEqual([]);
    });

    test('who erases the account is nowhere any more; the others are', async () => {
      const [first, second, third] = people as [Person, Person, Person];
      const answer = await fetch(`${journal.url}/api/me`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json', cookie: first.cookie },
        body: JSON.stringify({ password: first.password, pieces: 'keep' }),
      });
      expect(answer.status, await answer.text()).toBe(204);
      await expect.poll(() => places(first), polling).toEqual([]);
      for (const other of [second, third]) expect(await places(other)).not.toEqual([]);
    });

    test('whom an operator forgets is nowhere any more, and the pieces stay or go', async () => {
      const [first, second, third] = people as [Person, Person, Person];
      for (const [{ email }, pieces] of [
        [second, 'keep'],
        [third, 'remove'],
      ] as const) {
        const code = await runJournal(['user', 'forget', email, '--pieces', pieces, '--yes'], {
          environment: { DATA_DIR: journal.dataFolder, PORT: new URL(journal.url).port },
          input: Readable.from([]),
          output: process.stdout,
          messages: new Writable({ write: (_chunk, _encoding, done) => done() }),
        });
        expect(code).toBe(0);
      }
      await expect.poll(() => places(...people), polling).toEqual([]);
      const page = async ({ articleId }: Person) => {
        const answer = await fetch(`${journal.url}/article/${articleId}`);
        return { status: answer.status, isNameless: (await answer.text()).includes('Former contributor') };
      };
      await expect.poll(() => page(third).then(({ status }) => status), polling).toBe(404);
      for (const person of [first, second])
        expect(await page(person)).toEqual({ status: 200, isNameless: true });
    });

    test('nobody who was forgotten signs in, and their cookie opens nothing', async () => {
      for (const { email, password, cookie } of people) {
        const answer = await fetch(`${journal.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        });
        expect(answer.status).toBe(401);
        const session = await fetch(`${journal.url}/api/auth/session`, { headers: { cookie } });
        expect(await session.text()).toBe('null');
      }
    });

    test('the log is whole: what was there is there unchanged, and every stream goes on without a gap', async () => {
      const after = await readLog(await databaseOf(journal.dataFolder));
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after.length).toBeGreaterThan(before.length);
      expect(faultsOf(after)).toEqual([]);
    });

    // The queue has no part in what is built from the log.
    if (queue === 'Redis') return;
    test('all of it built from the log anew is the same, and still names nobody', async () => {
      await untilApplied();
      await journal.end('SIGTERM');
      const postgres = await startItsPostgres(journal.dataFolder);
      const url = `${postgres.url}`;
      const incremental = await readModelRows(url);
      expect(Object.keys(incremental).length).toBeGreaterThan(3);
      const dropped = await dropReadModels(url);
      expect(dropped).toContain('projections');
      await postgres.stop();
      journal = await startJournal('start', { ...settings(), dataFolder: journal.dataFolder });
      await untilApplied();
      expect(await readModelRows(await databaseOf(journal.dataFolder))).toEqual(incremental);
      expect(await places(...people)).toEqual([]);
      const [kept] = people as [Person];
      expect(await (await fetch(`${journal.url}/article/${kept.articleId}`)).text()).toContain(
        'Former contributor',
      );
    });
  });

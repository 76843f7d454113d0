import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startRedis } from '../../services/worker/src/testing/redis.ts';
import { hasRedis } from '../../tools/testing/engines.ts';
import { type StartedJournal, startJournal } from '../../tools/testing/start-journal.ts';
import { databaseAddress } from '../cli/engine-addresses.ts';
import { commandLine } from '../cli/fixtures/command-line.ts';
import { resolveAddresses } from '../cli/resolve-addresses.ts';
import { readStatus } from '../cli/status.ts';
import { readSettings } from '../cli/terminal.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { embeddedSettings } from '../postgres/settings.ts';
import { query, readModelRows, readTables } from './database.ts';
import { administrator, createActivePerson, type Person, send } from './person.ts';
import { collectTexts, placesOf, type StartedRedis } from './places.ts';

const polling = { timeout: 30_000 };

function expectEach(found: readonly string[], patterns: readonly RegExp[]): void {
  for (const pattern of patterns)
    expect(
      found.filter((place) => pattern.test(place)),
      `${pattern} in ${found.join(', ')}`,
    ).not.toEqual([]);
}

for (const queue of ['Postgres', ...(hasRedis() ? ['Redis'] : [])])
  test.describe(`forgetting with the queue in ${queue}`, () => {
    test.describe.configure({ mode: 'serial' });

    let redis: StartedRedis | undefined;
    let journal: StartedJournal;
    let people: Person[];
    let before: Record<string, unknown>[];
    // The second run differs only in its queue: one person is enough to show it.
    const numbers = queue === 'Postgres' ? [1, 2, 3] : [1];
    const settings = () => ({
      environment: {
        DEMO_CONTENT: 'off',
        LOG_LEVEL: 'trace',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        ...(redis ? { QUEUE_URL: redis.url } : {}),
      },
    });
    /** Resolves with the places where words of these people occur. */
    const places = async (...of: Person[]) =>
      placesOf(
        await collectTexts(journal, people, redis),
        of.flatMap(({ words }) => Object.values(words)),
      );
    const database = () => databaseAddress({ DATA_DIR: journal.dataFolder });
    /** Resolves with the whole log as stored, in order. */
    const readLog = async () =>
      (
        await query<{ event: Record<string, unknown> }>(
          await database(),
          'select to_jsonb(e) as event from event_log.events as e order by position',
        )
      ).map(({ event }) => event);
    const expectNoGaps = async () =>
      expect(
        await query(
          await database(),
          `select stream, revision from (select *, row_number() over (partition by stream order by position) - 1
             as expected from event_log.events) as event where revision <> expected`,
        ),
      ).toEqual([]);
    const untilApplied = () =>
      expect
        .poll(async () => {
          const { isWell, text } = await readStatus(await resolveAddresses([journal.url])).catch(() => ({
            isWell: false,
            text: '',
          }));
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

    test('personal data is in many places, but not in the log, the vault, the queue or the log lines', async () => {
      const editor = await send(journal, 'POST /api/auth/login', administrator, '', '198.51.100.2');
      people = [];
      for (const number of numbers)
        people.push(await createActivePerson(journal, number, editor.cookie, mailed));
      await untilApplied();
      await query(await database(), 'analyze');
      for (const person of people) {
        const texts = await collectTexts(journal, people, redis);
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
        const [, pending] = person.submissionIds;
        const pitch = [
          /^column submissions_v\d+\.submission\./,
          /^column submissions_v\d+\.submission_version\./,
          /^opened SubmissionPitched of /,
          /^GET \/api\/submissions\?status=pending$/,
          new RegExp(`^GET /api/submissions/${pending}$`),
          new RegExp(`^GET /api/submissions/${pending}/history/0$`),
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
          /^column passkeys_v\d+\.passkey\.name$/,
          /^opened PasskeyAdded of /,
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
          /^(column|index) (?!articles_v|accounts_v|newsletter_v|passkeys_v|submissions_v|audit_v|search_v|words_v)|^redis|^logs|^file (?!outbox\/)/;
        expect(placesOf(texts, Object.values(person.words)).filter((place) => others.test(place))).toEqual(
          [],
        );
      }
      before = await readLog();
      await expectNoGaps();
    });

    test('nothing is left of a person who erases the account, and the data of others stays', async () => {
      const [first, ...others] = people as [Person, ...Person[]];
      const erasing = { password: first.password, pieces: 'keep' };
      expect((await send(journal, 'DELETE /api/me', erasing, first.cookie)).status).toBe(204);
      await expect.poll(() => places(first), polling).toEqual([]);
      for (const other of others) expect(await places(other)).not.toEqual([]);
    });

    if (numbers.length > 1)
      test('nothing is left of people whom an operator forgets, and their pieces stay nameless or are removed', async () => {
        const [first, second, third] = people as [Person, Person, Person];
        for (const [{ email }, pieces] of [
          [second, 'keep'],
          [third, 'remove'],
        ] as const) {
          const environment = { DATA_DIR: journal.dataFolder, PORT: new URL(journal.url).port };
          const { code } = await commandLine(`user forget ${email} --pieces ${pieces} --yes`, environment);
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

    test('forgotten people cannot sign in, and their cookies open no session', async () => {
      for (const { email, password, cookie } of people) {
        expect((await send(journal, 'POST /api/auth/login', { email, password })).status).toBe(401);
        expect((await send(journal, 'GET /api/auth/session', undefined, cookie)).body).toBeNull();
      }
    });

    test('the log still contains every earlier event unchanged, and no stream has a gap', async () => {
      const after = await readLog();
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after.length).toBeGreaterThan(before.length);
      await expectNoGaps();
    });

    // The queue plays no part in what is rebuilt from the log.
    if (queue === 'Redis') return;
    test('read models rebuilt from the log are the same, and contain nothing of the forgotten', async () => {
      await untilApplied();
      await journal.end('SIGTERM');
      const { secret } = await readSettings({ DATA_DIR: journal.dataFolder });
      const postgres = await startEmbeddedPostgres({
        folder: join(journal.dataFolder, 'postgres'),
        password: secret('POSTGRES_PASSWORD') ?? '',
        settings: embeddedSettings,
      });
      const incremental = readModelRows(await readTables(postgres.url));
      expect(Object.keys(incremental).length).toBeGreaterThan(3);
      const schemas = await query<{ name: string }>(
        postgres.url,
        `select schema_name as name from information_schema.schemata
         where schema_name ~ '_v[0-9]+$' or schema_name = 'projections'`,
      );
      expect(schemas).toContainEqual({ name: 'projections' });
      for (const { name } of schemas) await query(postgres.url, `drop schema ${name} cascade`);
      await postgres.stop();
      journal = await startJournal('start', { ...settings(), dataFolder: journal.dataFolder });
      await untilApplied();
      expect(readModelRows(await readTables(await database()))).toEqual(incremental);
      expect(await places(...people)).toEqual([]);
      const [kept] = people as [Person];
      expect(await (await fetch(`${journal.url}/article/${kept.articleId}`)).text()).toContain(
        'Former contributor',
      );
    });
  });

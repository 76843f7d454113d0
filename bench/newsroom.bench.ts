import { migrate } from '@journal/postgres';
import {
  accountsModel,
  articlesModel,
  auditModel,
  checkpointMigrations,
  checkpointSchema,
  type ReadModel,
  schemaOf,
  submissionsModel,
  wordsModel,
} from '@journal/read-models';
import { createArticleTexts } from './articles.ts';
import { type BenchContext, type Figure, percentile } from './bench.ts';
import { openLog } from './journal.ts';

export const name = 'the newsroom: an audit of 1,000,000 entries, an article of 1,000 revisions (p95)';

const entries = 1_000_000;
const revisions = 1_000;
const asks = 20;
const models: readonly ReadModel[] = [accountsModel, articlesModel, submissionsModel, auditModel, wordsModel];

const audit = {
  'no filter': '',
  'a person with many entries': 'person=user-1',
  'a person with few entries': 'person=user-4321',
  'a rare kind': 'kind=AdminGranted',
  'two kinds of a person': 'kind=ArticleEdited,UserSignedIn&person=user-1',
  'one article': 'entity=article:777',
  'a day long ago': 'from=2020-01-05&to=2020-01-05',
  'a rare kind on a day long ago': 'kind=AdminGranted&from=2020-01-05&to=2020-01-05',
  'a common word': 'q=title',
  'a rare word': 'q=zebrafish',
  'a word without matches': 'q=nowhere at all',
  "a person's name": 'q=Writer 4321',
  'a rare word of a kind': 'q=zebrafish&kind=ArticleEdited',
  'a changed word that is rare': 'words=quagga',
  'a changed word of medium frequency': 'words=okapi',
  'a changed word that is common': 'words=people',
  'a changed word, by a person with few entries': 'words=okapi&person=user-4321',
  'a changed word without matches': 'words=nowhere',
};

export async function run(context: BenchContext): Promise<Figure[]> {
  const { pool, token, startQuery } = await openLog(context);
  const fill = (text: string, values: unknown[] = []) =>
    pool.query({ text, values, query_timeout: 600_000 } as never);
  await migrate(pool, checkpointSchema, checkpointMigrations);
  for (const model of models) {
    await migrate(pool, schemaOf(model), model.migrations);
    await fill(
      `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at) values ($1, $2, 1, now())`,
      [schemaOf(model), model.name],
    );
  }
  context.say('filling the tables …');
  await fill(
    `insert into accounts_v2.account
       (user_id, revision, email, email_hash, username, full_name, roles, created_at, session_version)
     select 'user-' || n, 0, n || '@example.org', 'hash', n, 'Writer ' || n, '{}', now(), 0
     from generate_series(1, 5000) as n`,
  );
  // Half of the entries are sign-ins, most of the rest are edits. Every tenth is by the same busy person.
  await fill(
    `insert into audit_v1.entry
     select lpad(n::text, 19, '0'), timestamptz '2020-01-01Z' + n * interval '3 minutes',
       case when n % 2 = 0 then 'UserSignedIn' when n % 50001 = 1 then 'AdminGranted'
         when n % 10 = 1 then 'ArticlePublished' else 'ArticleEdited' end,
       'user-' || case when n % 10 < 2 then 1 else n % 5000 end, 'admin', 'request-' || n,
       case when n % 2 = 0 or n % 50001 = 1 then 'user' else 'article' end,
       case when n % 2 = 0 or n % 50001 = 1 then 'user-' || n % 5000 else (n % 50000)::text end,
       0, array['title'], case when n % 2 = 0 or n % 50001 = 1 then null
         else case when n % 100003 = 5 then 'Zebrafish ' else '' end || 'Title of piece ' || n % 50000 end
     from generate_series(1, $1::integer) as n`,
    [entries],
  );
  await fill(
    `insert into audit_v1.day select (at at time zone 'UTC')::date, min(position), max(position) from audit_v1.entry group by 1`,
  );
  const { text } = createArticleTexts();
  const texts = Array.from({ length: 20 }, text);
  await fill(
    `insert into articles_v3.article_version (article_id, revision, event, at, actor_id, actor_role, request_id,
       position, changed, title, content)
     select 1, n, case when n = 0 then 'ArticlePublished' else 'ArticleEdited' end, now(), 'user-1', 'admin', 'request',
       '9' || lpad(n::text, 18, '0'), case when n = 0 then array['title', 'content'] else array['content'] end,
       case when n = 0 then 'Title' end, ($2::text[])[n % 20 + 1]
     from generate_series(0, $1::integer - 1) as n`,
    [revisions, texts],
  );
  // The edits that the audit mentions: each changes the title, and every fourth also a text in which one word differs.
  await fill(
    `insert into articles_v3.article_version (article_id, revision, event, at, actor_id, actor_role, request_id,
       position, changed, title, content)
     select id, number - 1, case when number = 1 then 'ArticlePublished' else 'ArticleEdited' end, at, actor_id, actor_role,
       request_id, position, case when number % 4 = 1 then array['title', 'content'] else array['title'] end,
       'Title ' || position,
       case when number % 4 = 1 then ($1::text[])[id % 20 + 1] || case when entry % 60003 = 1 then ' quagga '
         when entry % 301 = 1 then ' okapi ' else ' word' || number end end
     from (select *, entity_id::integer + 1 as id, position::integer as entry,
             row_number() over (partition by entity_id order by position) as number
           from audit_v1.entry where entity_type = 'article') as piece`,
    [texts],
  );
  // Roughly what the worker makes of that: all words of a first version, and only the new words of later ones.
  await fill(
    `insert into words_v1.change
     select position, array_to_tsvector(array_remove(regexp_split_to_array(lower(case
       when revision = 0 then concat_ws(' ', title, content)
       else concat_ws(' ', title, right(content, 8)) end), '\\W+'), ''))
     from articles_v3.article_version where article_id > 1`,
  );
  // Every fiftieth edit of the article with the long history adds one more word.
  await fill(
    `insert into words_v1.change
     select position, array_to_tsvector(array['word' || revision] || case when revision % 50 = 7 then array['okapi'] else '{}' end)
     from articles_v3.article_version where article_id = 1`,
  );
  await fill('vacuum analyze');

  const { app } = await startQuery();
  const get = (path: string) => app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });

  async function slowest(path: (ask: number) => string): Promise<number> {
    const times: number[] = [];
    for (let ask = 0; ask < asks; ask++) {
      const from = performance.now();
      const { statusCode, body } = await get(path(ask));
      times.push(performance.now() - from);
      if (statusCode !== 200) throw new Error(`${path(ask)}: ${body}`);
    }
    return percentile(times.slice(2), 0.95);
  }
  const history = '/api/articles/1/history';
  const asked: Record<string, (ask: number) => string> = {
    'the first page': () => history,
    'a difference': (ask) => `${history}/${revisions - 1 - ask * 40}`,
    'the versions that changed a word': () => `${history}?words=okapi`,
    'a difference to the first version': (ask) => `${history}/${revisions - 1 - ask}?against=0`,
  };
  const figures: Figure[] = [];
  for (const [what, filter] of Object.entries(audit)) {
    const value = await slowest(() => `/api/audit?${filter.replaceAll(' ', '+')}`);
    figures.push({ what: `audit: ${what}`, value, unit: 'ms', goal: '50 ms' });
  }
  for (const [what, path] of Object.entries(asked))
    figures.push({ what: `history: ${what}`, value: await slowest(path), unit: 'ms', goal: '20 ms' });
  return figures;
}

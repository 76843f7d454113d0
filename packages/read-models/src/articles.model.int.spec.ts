import { createPool, migrate } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { expect, inject, it, onTestFinished } from 'vitest';
import { articlesModel, schemaOf } from './index.ts';

it('tables that were filled before there were covers and debates get what building them anew would give', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(database.url, { applicationName: 'spec' });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const schema = schemaOf(articlesModel);
  const move = () => migrate(pool, schema, articlesModel.migrations);
  await move();
  await pool.query(`
    set search_path to ${schema};
    alter table article drop column cover;
    alter table article_version drop column cover;
    alter table article drop column opposing_id;
    delete from kysely_migration where name >= '0005-cover';
    insert into article (id, revision, content_revision, contributor_id, created_at, section, read_time, featured)
      values (1, 1, 0, 'writer-1', now(), 'view', 3, 0);
    insert into article_version (article_id, revision, event, at, actor_id, actor_role, request_id, position, changed)
      select 1, revision, event, now(), 'editor-1', 'admin', 'request-1', revision::text, '{title}'
      from (values (0, 'ArticlePublished'), (1, 'ArticleEdited')) as version (revision, event)`);
  await move();
  const { rows } = await pool.query(
    `select version.revision, version.changed, version.cover, article.cover as now, opposing_id as opposing
     from ${schema}.article_version as version join ${schema}.article on id = article_id order by version.revision`,
  );
  expect(rows).toEqual([
    { revision: 0, changed: ['title', 'cover'], cover: 'auto', now: 'auto', opposing: null },
    { revision: 1, changed: ['title'], cover: null, now: 'auto', opposing: null },
  ]);
});

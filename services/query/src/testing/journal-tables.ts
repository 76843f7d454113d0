import type { Section } from '@journal/contracts';
import { createPool, inTransaction, migrate } from '@journal/postgres';
import { articlesModel, checkpointMigrations, checkpointSchema } from '@journal/read-models';
import type pg from 'pg';
import {
  createAccountTables,
  createAuditTables,
  createSearchTables,
  createSubmissionTables,
  moveCheckpoint,
} from './read-model-tables.ts';

export type TestArticle = {
  id: number;
  title?: string | null;
  section?: Section;
  authorName?: string | null;
  featured?: 0 | 1;
  content?: string;
  isDeleted?: boolean;
};

export type TestChange = {
  articles?: readonly TestArticle[];
  /** A contributor whose name goes from all articles, which have no new revision for that. */
  forgotten?: string;
  topics?: readonly string[];
  /** Commits without a notification, as if it had been lost. */
  isSilent?: boolean;
};

/** Tables as a worker keeps them: each `commit` is one step of the projection. */
export async function createJournalTables(
  url: string,
  schema: string,
  accountsSchema: string,
  submissionsSchema: string,
) {
  const pool = createPool(url, { applicationName: 'spec tables', max: 4 });
  const accounts = createAccountTables(pool, accountsSchema);
  const submissions = createSubmissionTables(pool, submissionsSchema);
  const audit = createAuditTables(pool);
  const search = createSearchTables(pool);
  const revisions = new Map<number, number>();
  let steps = 0;
  let position = '';
  let before: Promise<unknown> = Promise.resolve();

  async function build() {
    await migrate(pool, checkpointSchema, checkpointMigrations);
    await migrate(pool, schema, articlesModel.migrations);
    await pool.query(
      `insert into ${checkpointSchema}.checkpoint (schema_name, name, version) values ($1, 'articles', 1)
       on conflict do nothing`,
      [schema],
    );
    await accounts.build();
    await submissions.build();
    await audit.build();
    await search.build();
  }

  async function put(client: pg.ClientBase, article: TestArticle, at: string) {
    const {
      id,
      title = `Title ${id}`,
      section = 'view',
      authorName = `Writer ${id}`,
      featured = 0,
    } = article;
    const revision = (revisions.get(id) ?? -1) + 1;
    revisions.set(id, revision);
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString();
    await client.query(
      `insert into ${schema}.article values ($1, $2, $2, 'writer', $3, $4, $5, $6, 15, 'A School', 3, $7, $8, $9)
       on conflict (id) do update set revision = $2, content_revision = $2, title = $3, excerpt = $4,
         section = $5, author_name = $6, featured = $7, deleted_at = $9`,
      [
        id,
        revision,
        title,
        `Excerpt ${id}`,
        section,
        authorName,
        featured,
        createdAt,
        article.isDeleted ? createdAt : null,
      ],
    );
    await client.query(
      `insert into ${schema}.article_version
         (article_id, revision, event, at, actor_id, actor_role, request_id, position, changed, title, content)
       values ($1, $2, $3, $4, 'editor-1', 'admin', 'request-1', $5, '{title,content}', $6, $7)`,
      [
        id,
        revision,
        revision === 0 ? 'ArticlePublished' : 'ArticleEdited',
        createdAt,
        at,
        title,
        article.content ?? `Content ${id}, revision ${revision}`,
      ],
    );
  }

  async function apply(
    next: string,
    { articles = [], forgotten, topics = [], isSilent = false }: TestChange,
  ) {
    await inTransaction(pool, async (client) => {
      for (const article of articles) await put(client, article, next);
      await client.query(
        `update ${schema}.article set author_name = null, author_age = null, author_school = null
         where contributor_id = $1`,
        [forgotten],
      );
      await moveCheckpoint(client, schema, next, isSilent ? undefined : topics);
    });
    position = next;
    return next;
  }

  return {
    pool,
    build,
    /** Those of the accounts, which stand where they stand whatever is committed here. */
    accounts,
    /** Those of the pitches, which stand apart too. */
    submissions,
    audit,
    search,
    get position() {
      return position;
    },
    /** The position that the next commit will have. */
    get nextPosition() {
      return String(steps + 1).padStart(12, '0');
    },
    /** Applies one change after those that were asked for before, and gives its position. */
    commit(change: TestChange): Promise<string> {
      const next = String(++steps).padStart(12, '0');
      const committing = before.then(() => apply(next, change));
      before = committing.catch(() => {});
      return committing;
    },
    close: () => pool.end(),
  };
}

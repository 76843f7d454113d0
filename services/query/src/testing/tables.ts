import type { Section } from '@journal/contracts';
import { createPool, inTransaction, migrate } from '@journal/postgres';
import {
  accountsModel,
  articlesModel,
  auditModel,
  checkpointMigrations,
  checkpointSchema,
  newsletterModel,
  type ReadModel,
  schemaOf,
  submissionsModel,
} from '@journal/read-models';
import { searchModel } from '@journal/search';
import type pg from 'pg';
import { schemas } from '../database.ts';
import {
  addCheckpoint,
  countRevisions,
  createAccountTables,
  createAuditTables,
  createSearchTables,
  createSubmissionTables,
  moveCheckpoint,
  numbered,
  put,
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

const models: readonly ReadModel[] = [
  articlesModel,
  accountsModel,
  newsletterModel,
  submissionsModel,
  auditModel,
];

/** Tables as a worker writes them: each `commit` is one step of the projection of articles. */
export function createTables(url: string) {
  const pool = createPool(url, { applicationName: 'spec tables', max: 4 });
  const table = `${schemas.articles}.article`;
  const nextRevision = countRevisions<number>();
  let steps = 0;
  let position = '';
  let before: Promise<unknown> = Promise.resolve();

  async function putArticle(client: pg.ClientBase, article: TestArticle, at: string) {
    const {
      id,
      title = `Title ${id}`,
      section = 'view',
      authorName = `Writer ${id}`,
      featured = 0,
    } = article;
    const revision = nextRevision(id);
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString();
    await put(client, table, 'id', {
      id,
      revision,
      contentRevision: revision,
      contributorId: 'writer',
      title,
      excerpt: `Excerpt ${id}`,
      section,
      authorName,
      authorAge: 15,
      authorSchool: 'A School',
      readTime: 3,
      featured,
      createdAt,
      deletedAt: article.isDeleted ? createdAt : null,
    });
    await put(client, `${table}_version`, 'article_id, revision', {
      articleId: id,
      revision,
      event: revision === 0 ? 'ArticlePublished' : 'ArticleEdited',
      at: createdAt,
      actorId: 'editor-1',
      actorRole: 'admin',
      requestId: 'request-1',
      position: at,
      changed: ['title', 'content'],
      title,
      content: article.content ?? `Content ${id}, revision ${revision}`,
    });
  }

  async function apply(next: string, { articles = [], forgotten, topics = [], isSilent }: TestChange) {
    await inTransaction(pool, async (client) => {
      for (const article of articles) await putArticle(client, article, next);
      await client.query(
        `update ${table} set author_name = null, author_age = null, author_school = null
         where contributor_id = $1`,
        [forgotten],
      );
      await moveCheckpoint(client, schemas.articles, next, isSilent ? undefined : topics);
    });
    position = next;
    return next;
  }

  return {
    pool,
    async build() {
      await migrate(pool, checkpointSchema, checkpointMigrations);
      for (const model of models) await migrate(pool, schemaOf(model), model.migrations);
      await addCheckpoint(pool, schemas.articles, false);
      for (const model of [accountsModel, submissionsModel, auditModel, searchModel])
        await addCheckpoint(pool, schemaOf(model));
    },
    // These stand where they stand whatever is committed here.
    accounts: createAccountTables(pool),
    submissions: createSubmissionTables(pool),
    audit: createAuditTables(pool),
    search: createSearchTables(pool),
    get position() {
      return position;
    },
    /** The position that the next commit will have. */
    get nextPosition() {
      return numbered(steps + 1);
    },
    /** Applies one change after those that were asked for before, and resolves with its position. */
    commit(change: TestChange): Promise<string> {
      const next = numbered(++steps);
      const committing = before.then(() => apply(next, change));
      before = committing.catch(() => {});
      return committing;
    },
    close: () => pool.end(),
  };
}

export type Tables = ReturnType<typeof createTables>;

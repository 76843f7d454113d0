import { topics as everyTopic } from '@journal/contracts';
import { createPool, inTransaction, migrate } from '@journal/postgres';
import {
  type AccountRow,
  type ArticleRow,
  type AuditEntryRow,
  accountsModel,
  articlesModel,
  auditModel,
  type CommentRow,
  checkpointMigrations,
  checkpointSchema,
  commentsModel,
  concernsModel,
  invitationsModel,
  mailingsModel,
  newsletterModel,
  passkeysModel,
  type SessionRow,
  type SubmissionRow,
  schemaOf,
  sessionsModel,
  submissionsModel,
  wordsIn,
  wordsModel,
} from '@journal/read-models';
import { prepareSessionEnds, recordSessionEnd } from '@journal/read-models/session-ends';
import { createEmbeddedIndex, type IndexChange, searchModel } from '@journal/search';
import { schemas } from '../database.ts';
import { checkpoints, type Database, moveCheckpoint, put } from './rows.ts';
import { addStep, type TestStep } from './submission-step.ts';

/** Values that differ from the defaults of the row. */
export type TestArticle = Partial<ArticleRow> & { id: number; content?: string; isDeleted?: boolean };
type TestSubmission = Partial<SubmissionRow> & { id: string };

type TestChange = {
  articles?: readonly TestArticle[];
  /** A contributor whose name is removed from all articles, which have no new revision for that. */
  forgotten?: string;
  topics?: readonly string[];
  /** Commits without a notification, as if it had been lost. */
  isSilent?: boolean;
};

const searchSchema = schemaOf(searchModel);
const showing = `${schemas.articles}.showing_contributor`;
const ofPeople = [schemas.sessions, schemas.accounts, schemas.passkeys];
const numbered = (step: number) => String(step).padStart(12, '0');

/** Writes a piece as it is now, and the version that set `values`. */
async function putPiece(
  database: Database,
  table: string,
  row: { readonly id: number | string; readonly revision: number; readonly createdAt: string },
  version: {
    readonly event: string;
    readonly actorId: string;
    readonly actorRole: string;
    readonly position: string;
  },
  values: object,
) {
  const { id, revision, createdAt: at } = row;
  const [, name = ''] = table.split('.');
  await put(database, table, 'id', row);
  const head = { [`${name}Id`]: id, revision, at, requestId: 'request-1', changed: Object.keys(values) };
  await put(database, `${table}_version`, `${name}_id, revision`, { ...head, ...version, ...values });
}

/**
 * Returns tables as a worker writes them. Each `commit` is one step of the projection of articles; the others move
 * separately.
 */
export function createTables(url: string) {
  const pool = createPool(url, { applicationName: 'spec tables', max: 4 });
  const revisions = new Map<number | string, number>();
  let [steps, entries, pitches] = [0, 0, 0];
  let position = '';
  let before: Promise<unknown> = Promise.resolve();

  function nextRevision(id: number | string): number {
    const revision = (revisions.get(id) ?? -1) + 1;
    revisions.set(id, revision);
    return revision;
  }

  /** Adds the checkpoint of a projection that, unless `caughtUp` is false, has reached the end of the log. */
  const addCheckpoint = (schema: string, caughtUp = true) =>
    pool.query(
      `insert into ${checkpoints} (schema_name, name, version, caught_up_at)
       values ($1, split_part($1, '_', 1), 1, case when $2 then now() end) on conflict do nothing`,
      [schema, caughtUp],
    );

  async function putArticle(database: Database, { content, isDeleted, ...given }: TestArticle, at: string) {
    const { id } = given;
    const revision = nextRevision(id);
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString();
    const texts = {
      title: `Title ${id}`,
      excerpt: `Excerpt ${id}`,
      section: 'view',
      readTime: 3,
      featured: 0,
      cover: 'auto',
    };
    const byline = { authorName: `Writer ${id}`, authorAge: 15, authorSchool: 'A School' };
    const revisionsOf = { revision, contentRevision: revision };
    const times = { createdAt, deletedAt: isDeleted ? createdAt : null };
    const row = { ...revisionsOf, contributorId: 'writer', ...texts, ...byline, ...times, ...given };
    const event = revision === 0 ? 'ArticlePublished' : 'ArticleEdited';
    const version = { event, actorId: 'editor-1', actorRole: 'admin', position: at };
    const values = { title: row.title, content: content ?? `Content ${id}, revision ${revision}` };
    await putPiece(database, `${schemas.articles}.article`, row, version, values);
  }

  async function putSubmission(database: Database, given: TestSubmission, at: string) {
    const { id } = given;
    const revision = nextRevision(id);
    const createdAt = new Date(Date.UTC(2026, 0, 3, 0, ++pitches)).toISOString();
    const texts = { articleTitle: `Title of ${id}`, articleSummary: `Summary of ${id}`, section: 'view' };
    const writer = { userId: 'writer', fullName: 'Sample Writer', age: 15 };
    const state = {
      revision,
      essayRevision: revision,
      position: at,
      status: 'pending',
      isTakenUp: false,
      createdAt,
      stage: 'received',
      stageSince: createdAt,
      stagePosition: at,
    };
    const row = { ...state, ...writer, ...texts, ...given };
    const event = revision === 0 ? 'SubmissionPitched' : 'SubmissionEdited';
    const version = { event, actorId: row.userId, actorRole: 'writer', position: at };
    const fullEssay = row.articleTitle && `Essay of ${id}, revision ${revision}`;
    const values = { articleTitle: row.articleTitle, fullEssay };
    await putPiece(database, `${schemas.submissions}.submission`, row, version, values);
  }

  async function apply(next: string, { articles = [], forgotten, topics = [], isSilent }: TestChange) {
    await inTransaction(pool, async (client) => {
      for (const article of articles) await putArticle(client, article, next);
      await client.query(
        `update ${schemas.articles}.article set author_name = null, author_age = null, author_school = null
         where contributor_id = $1`,
        [forgotten],
      );
      await moveCheckpoint(client, schemas.articles, next, isSilent ? undefined : topics);
      await moveCheckpoint(client, schemas.words, next, isSilent ? undefined : []);
    });
    position = next;
    return next;
  }

  return {
    pool,
    async build() {
      await migrate(pool, checkpointSchema, checkpointMigrations);
      const aboutPeople = [accountsModel, sessionsModel, passkeysModel, newsletterModel, invitationsModel];
      const aboutPitches = [submissionsModel, commentsModel, concernsModel];
      const forEditors = [mailingsModel, auditModel];
      for (const model of [articlesModel, ...aboutPeople, ...aboutPitches, ...forEditors, wordsModel])
        await migrate(pool, schemaOf(model), model.migrations);
      // As the command side does: a statement on a missing table costs its connection.
      await prepareSessionEnds(pool);
      await addCheckpoint(schemas.articles, false);
      const { articles: _own, newsletter: _unasked, ...others } = schemas;
      for (const schema of [...Object.values(others), searchSchema]) await addCheckpoint(schema);
    },
    addCheckpoint,
    get position() {
      return position;
    },
    /** The position that the next commit will have. */
    get nextPosition() {
      return numbered(steps + 1);
    },
    /** Applies one change after those requested before it, and resolves with its position. */
    commit(change: TestChange): Promise<string> {
      const next = numbered(++steps);
      const committing = before.then(() => apply(next, change));
      before = committing.catch(() => {});
      return committing;
    },
    accounts: {
      /** Registers or changes an account. Its address is null if the person's key is gone. */
      async put(given: Partial<AccountRow> & { userId: string }) {
        const { userId } = given;
        const at = '2026-01-01';
        const names = { email: `${userId}@example.org`, username: userId, fullName: `Writer ${userId}` };
        const guardian = { consent: null, guardianAskedAt: null, guardianEmail: null };
        const state = {
          revision: 0,
          ...guardian,
          emailHash: 'hash',
          roles: [],
          sessionVersion: 0,
          createdAt: at,
        };
        await put(pool, `${schemas.accounts}.account`, 'user_id', { ...names, ...state, ...given });
        const request = { requestId: 'request-1', position: '1' };
        const event = { userId, revision: 0, type: 'UserRegistered', at, ...request };
        await put(pool, `${schemas.accounts}.account_event`, 'user_id, revision', event);
      },
      /** Adds an event to an account. */
      happen: (userId: string, type: string, at: string, revision = 1) =>
        put(pool, `${schemas.accounts}.account_event`, 'user_id, revision', {
          ...{ userId, revision, type, at, requestId: 'request-2', position: '2' },
        }),
      /** Begins or changes a session. */
      begin: (row: SessionRow) => put(pool, `${schemas.sessions}.session`, 'session_id', row),
      remove: (userId: string) =>
        pool.query(`delete from ${schemas.accounts}.account where user_id = $1`, [userId]),
      /** Marks the tables as complete up to this position. */
      moveTo: (to: string) => Promise.all(ofPeople.map((each) => moveCheckpoint(pool, each, to, []))),
      /** Records that a session of the user has ended. */
      endSession: (userId: string, position: string) => recordSessionEnd(pool, { userId, position }),
      /** Subscribes the address of every account that `put` creates. */
      subscribe: (email: string) =>
        pool.query(
          `insert into ${schemas.newsletter}.subscriber (subscriber_id, address_hash, email, section, requested_at, confirmed_at)
           values ('s', 'hash', $1, 'clash', '2026-01-01', '2026-01-02')`,
          [email],
        ),
    },
    submissions: {
      /** Applies one step, after which the tables are at its position. */
      async commit(step: { position: string; submissions?: TestSubmission[]; topics?: string[] }) {
        await inTransaction(pool, async (client) => {
          for (const pitch of step.submissions ?? []) await putSubmission(client, pitch, step.position);
          await moveCheckpoint(client, schemas.submissions, step.position, step.topics ?? []);
          await moveCheckpoint(client, schemas.comments, step.position, []);
          await moveCheckpoint(client, schemas.words, step.position, []);
        });
        return step.position;
      },
      addStep: (step: TestStep) => addStep(pool, step),
    },
    comments: {
      /** Writes an editor's comment on a pitch of `userId`, or a reply. */
      async put(given: Partial<CommentRow> & Pick<CommentRow, 'commentId' | 'submissionId' | 'userId'>) {
        const passage = {
          pitchRevision: 0,
          field: 'fullEssay',
          paragraph: 0,
          quotation: 'Essay',
          before: '',
        };
        const words = { authorId: 'admin', note: 'A note', audience: 'editors', after: ' of' };
        const row = { at: '2026-01-04T00:00:00.000Z', ...passage, ...words, ...given };
        await put(pool, `${schemas.comments}.comment`, 'comment_id', row);
      },
      moveTo: (to: string, topics: readonly string[] = []) =>
        moveCheckpoint(pool, schemas.comments, to, topics),
    },
    /** Shows a writer's other articles on each of their articles, from the next `commit` on. */
    showOtherPieces: (id: string) => pool.query(`insert into ${showing} values ($1)`, [id]),
    hideOtherPieces: () => pool.query(`delete from ${showing}`),
    audit: {
      /** Writes an entry after the others, by default about article 1. */
      async put(given: Partial<AuditEntryRow>) {
        const usual = { at: '2026-01-01', actorId: 'editor', actorRole: 'admin', requestId: 'request-1' };
        const entity = { entityType: 'article', entityId: '1', revision: 0, changed: [] };
        const entry = { position: numbered(++entries), ...usual, ...entity, ...given };
        await put(pool, `${schemas.audit}.entry`, 'position', entry);
        await pool.query(
          `insert into ${schemas.audit}.day values (($1::timestamptz at time zone 'UTC')::date, $2, $2)
           on conflict (day) do update set last_position = $2`,
          [entry.at, entry.position],
        );
        return entry.position;
      },
      moveTo: (to: string) => moveCheckpoint(pool, schemas.audit, to, []),
    },
    /** Sets the words that the version at a position added or removed to those of the text. */
    changedWords: (position: string, text: string) =>
      pool.query(
        `insert into ${schemas.words}.change values ($1, array_to_tsvector($2))
         on conflict (position) do update set words = excluded.words`,
        [position, wordsIn(text)],
      ),
    /** The search index, and its checkpoint as a worker moves it. */
    search: {
      index: createEmbeddedIndex({ pool }),
      /** Marks the index as complete up to this position. */
      moveTo: (to: string) => moveCheckpoint(pool, searchSchema, to, [everyTopic.articles]),
      /** One step of the search projection. */
      async commit(to: string, { documents = [], deletedIds = [] }: Partial<IndexChange>) {
        await this.index.apply({ documents, deletedIds });
        await this.moveTo(to);
      },
    },
    close: () => pool.end(),
  };
}

export type Tables = ReturnType<typeof createTables>;

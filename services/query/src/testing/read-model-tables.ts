import type { AuditEntityType, AuditKind, Section, SubmissionStatus } from '@journal/contracts';
import { inTransaction, migrate } from '@journal/postgres';
import {
  accountsModel,
  auditModel,
  changesChannel,
  checkpointSchema,
  encodeChange,
  newsletterModel,
  schemaOf,
  submissionsModel,
} from '@journal/read-models';
import { createEmbeddedIndex, type IndexChange, searchModel } from '@journal/search';
import pg from 'pg';

/** Adds the checkpoint of a projection that has been at the end of the log. */
async function addCheckpoint(pool: pg.Pool, schema: string, name: string) {
  await pool.query(
    `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at)
     values ($1, $2, 1, now()) on conflict do nothing`,
    [schema, name],
  );
}

/** Moves a checkpoint and notifies of it, as one step of a projection does; without topics as if the notification were lost. */
export async function moveCheckpoint(
  client: pg.ClientBase,
  projection: string,
  position: string,
  topics: readonly string[] | undefined,
) {
  await client.query(
    `update ${checkpointSchema}.checkpoint set position = $2, caught_up_at = coalesce(caught_up_at, now())
     where schema_name = $1`,
    [projection, position],
  );
  if (topics === undefined) return;
  const payload = encodeChange({ projection, position, topics });
  await client.query(`notify ${changesChannel}, ${pg.escapeLiteral(payload)}`);
}

export type TestAccount = {
  userId: string;
  /** Null where the person's key is gone. */
  email?: string | null;
  isAdmin?: boolean;
  sessionVersion?: number;
};

/** Accounts as a worker keeps them; where the tables stand is said apart from what is in them. */
export function createAccountTables(pool: pg.Pool, schema: string) {
  return {
    async build() {
      await migrate(pool, schema, accountsModel.migrations);
      await migrate(pool, schemaOf(newsletterModel), newsletterModel.migrations);
      await addCheckpoint(pool, schema, 'accounts');
    },
    /** Registers or changes an account. */
    async put({ userId, email, isAdmin = false, sessionVersion = 0 }: TestAccount) {
      await pool.query(
        `insert into ${schema}.account (user_id, revision, email_hash, email, username, full_name, is_admin,
           created_at, session_version)
         values ($1, 0, 'hash', $2, $3, $4, $5, '2026-01-01', $6)
         on conflict (user_id) do update set email = $2, is_admin = $5, session_version = $6`,
        [
          userId,
          email === undefined ? `${userId}@example.org` : email,
          userId,
          `Writer ${userId}`,
          isAdmin,
          sessionVersion,
        ],
      );
      await pool.query(
        `insert into ${schema}.account_event values ($1, 0, 'UserRegistered', '2026-01-01', 'request-1', '1')
         on conflict do nothing`,
        [userId],
      );
    },
    /** Subscribes the address of every account that `put` makes. */
    async subscribe(email: string) {
      await pool.query(
        `insert into ${schemaOf(newsletterModel)}.subscriber values ('subscriber', 'hash', $1, '2026-01-02')`,
        [email],
      );
    },
    async remove(userId: string) {
      await pool.query(`delete from ${schema}.account where user_id = $1`, [userId]);
    },
    /** Says that the tables hold everything up to here. */
    moveTo: (position: string) =>
      inTransaction(pool, (client) => moveCheckpoint(client, schema, position, [])),
  };
}

export type TestSubmission = {
  id: string;
  userId?: string;
  status?: SubmissionStatus;
  section?: Section;
  /** Null where the writer has been forgotten. */
  title?: string | null;
  fullName?: string;
  summary?: string;
  articleId?: number;
};

export type TestSubmissionStep = {
  position: string;
  submissions?: readonly TestSubmission[];
  topics?: readonly string[];
};

/** Pitches as a worker keeps them; each `commit` is one step of the projection. */
export function createSubmissionTables(pool: pg.Pool, schema: string) {
  const revisions = new Map<string, number>();
  let pitches = 0;

  async function put(client: pg.ClientBase, pitch: TestSubmission, position: string) {
    const { id, userId = 'writer', title = `Title of ${id}`, fullName = 'Sample Writer' } = pitch;
    const revision = (revisions.get(id) ?? -1) + 1;
    revisions.set(id, revision);
    const createdAt = new Date(Date.UTC(2026, 0, 3, 0, ++pitches)).toISOString();
    const filled = <Value>(value: Value) => (title === null ? null : value);
    await client.query(
      `insert into ${schema}.submission (id, user_id, revision, essay_revision, position, status, article_id,
         full_name, age, school, section, article_title, article_summary, created_at)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, null, $9, $10, $11, $12)
       on conflict (id) do update set revision = $3, essay_revision = $3, status = $5, article_id = $6,
         full_name = $7, age = $8, section = $9, article_title = $10, article_summary = $11`,
      [
        id,
        userId,
        revision,
        position,
        pitch.status ?? 'pending',
        pitch.articleId ?? null,
        filled(fullName),
        filled(15),
        pitch.section ?? 'view',
        title,
        filled(pitch.summary ?? `Summary of ${id}`),
        createdAt,
      ],
    );
    await client.query(
      `insert into ${schema}.submission_version (submission_id, revision, event, at, actor_id, actor_role,
         request_id, position, changed, article_title, full_essay)
       values ($1, $2, $3, $4, $5, 'writer', 'request-1', $6, '{articleTitle,fullEssay}', $7, $8)`,
      [
        id,
        revision,
        revision === 0 ? 'SubmissionPitched' : 'SubmissionEdited',
        createdAt,
        userId,
        position,
        title,
        filled(`Essay of ${id}, revision ${revision}`),
      ],
    );
  }

  return {
    async build() {
      await migrate(pool, schema, submissionsModel.migrations);
      await addCheckpoint(pool, schema, 'submissions');
    },
    /** Applies one step, which leaves the tables at its position. */
    async commit({ position, submissions = [], topics = [] }: TestSubmissionStep) {
      await inTransaction(pool, async (client) => {
        for (const pitch of submissions) await put(client, pitch, position);
        await moveCheckpoint(client, schema, position, topics);
      });
      return position;
    },
  };
}

export type TestEntry = {
  kind: AuditKind;
  at?: string;
  actorId?: string;
  entity?: readonly [type: AuditEntityType, id: string | null];
  title?: string | null;
  changed?: readonly string[];
  restoredRevision?: number;
};

/** The audit as a worker keeps it. */
export function createAuditTables(pool: pg.Pool) {
  const schema = schemaOf(auditModel);
  let entries = 0;
  return {
    async build() {
      await migrate(pool, schema, auditModel.migrations);
      await addCheckpoint(pool, schema, 'audit');
    },
    /** Writes an entry behind the others, and gives its position. */
    async put({ kind, at = '2026-01-01', actorId = 'editor', ...entry }: TestEntry): Promise<string> {
      const position = String(++entries).padStart(12, '0');
      const [type, id] = entry.entity ?? ['article', '1'];
      await pool.query(
        `insert into ${schema}.entry values ($1, $2, $3, $4, 'admin', 'request-1', $5, $6, 0, $7, $8, $9)`,
        [
          position,
          at,
          kind,
          actorId,
          type,
          id,
          entry.changed ?? [],
          entry.title ?? null,
          entry.restoredRevision ?? null,
        ],
      );
      await pool.query(
        `insert into ${schema}.day as known values (($1::timestamptz at time zone 'UTC')::date, $2, $2)
         on conflict (day) do update set last_position = $2`,
        [at, position],
      );
      return position;
    },
    /** Many entries of a kind, behind the others. */
    async putMany(count: number, kind: AuditKind, title: string) {
      await pool.query(
        `insert into ${schema}.entry
         select lpad((n + $1)::text, 12, '0'), '2026-02-01', $3, 'editor', 'admin', 'request-1', 'article', '9', n, '{}', $4
         from generate_series(1, $2) as n`,
        [entries, count, kind, title],
      );
      entries += count;
    },
  };
}

const searchSchema = schemaOf(searchModel);

/** How far the search index is, as a worker says it; what is in it is the engine's. */
export function createSearchTables(pool: pg.Pool) {
  const index = createEmbeddedIndex({ pool });
  return {
    /** `of`: the schema of the engine, where that is not Postgres. */
    async build(of: string = searchSchema) {
      await addCheckpoint(pool, of, 'search');
    },
    /** As before the first index. */
    async remove() {
      await pool.query(`delete from ${checkpointSchema}.checkpoint where schema_name = $1`, [searchSchema]);
    },
    /** Says that the index holds everything up to here; without topics, that nothing in it has changed. */
    moveTo: (position: string, topics: readonly string[] = ['articles']) =>
      inTransaction(pool, (client) => moveCheckpoint(client, searchSchema, position, topics)),
    /** Builds an empty index in Postgres. */
    buildIndex: () => index.build(noDocuments(), (swap) => swap(), new AbortController().signal),
    /** One step of the projection of the search. */
    async commit(position: string, { documents = [], deletedIds = [] }: Partial<IndexChange>) {
      await index.apply({ documents, deletedIds });
      await inTransaction(pool, (client) => moveCheckpoint(client, searchSchema, position, ['articles']));
    },
  };
}

async function* noDocuments() {}

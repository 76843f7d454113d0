import type { AuditEntityType, AuditKind, Section, SubmissionStatus } from '@journal/contracts';
import { columnOf } from '@journal/events/fields';
import { inTransaction } from '@journal/postgres';
import { changesChannel, checkpointSchema, encodeChange, schemaOf } from '@journal/read-models';
import { createEmbeddedIndex, type IndexChange, searchModel } from '@journal/search';
import pg from 'pg';
import { schemas } from '../database.ts';

type Database = Pick<pg.Pool, 'query'>;

/** Inserts a row, of which those columns are overwritten that `row` has where there is one with its `key` already. */
export async function put(
  database: Database,
  table: string,
  key: string,
  row: Readonly<Record<string, unknown>>,
) {
  const columns = Object.keys(row).map(columnOf);
  await database.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_column, at) => `$${at + 1}`).join(', ')})
     on conflict (${key}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    Object.values(row),
  );
}

/** Adds the checkpoint of a projection that has, unless `caughtUp` is false, been at the end of the log. */
export async function addCheckpoint(pool: pg.Pool, schema: string, caughtUp = true) {
  await pool.query(
    `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at)
     values ($1, split_part($1, '_', 1), 1, case when $2 then now() end) on conflict do nothing`,
    [schema, caughtUp],
  );
}

/** Moves a checkpoint and notifies of it, as one step of a projection does; without topics as if the notification were lost. */
export async function moveCheckpoint(
  database: Database,
  projection: string,
  position: string,
  topics: readonly string[] | undefined,
) {
  await database.query(
    `update ${checkpointSchema}.checkpoint set position = $2, caught_up_at = coalesce(caught_up_at, now())
     where schema_name = $1`,
    [projection, position],
  );
  if (topics === undefined) return;
  const payload = encodeChange({ projection, position, topics });
  await database.query(`notify ${changesChannel}, ${pg.escapeLiteral(payload)}`);
}

export const numbered = (step: number) => String(step).padStart(12, '0');

/** Counts the revisions of each piece. */
export function countRevisions<Id>() {
  const revisions = new Map<Id, number>();
  return (id: Id) => {
    const revision = (revisions.get(id) ?? -1) + 1;
    revisions.set(id, revision);
    return revision;
  };
}

export type TestAccount = {
  userId: string;
  /** Null where the person's key is gone. */
  email?: string | null;
  isAdmin?: boolean;
  sessionVersion?: number;
};

/** Accounts as a worker writes them; where the tables stand is said apart from what is in them. */
export function createAccountTables(pool: pg.Pool) {
  const table = `${schemas.accounts}.account`;
  return {
    /** Registers or changes an account. */
    async put({ userId, email = `${userId}@example.org`, isAdmin = false, sessionVersion = 0 }: TestAccount) {
      const account = { emailHash: 'hash', email, username: userId, fullName: `Writer ${userId}`, isAdmin };
      await put(pool, table, 'user_id', {
        userId,
        revision: 0,
        ...account,
        createdAt: '2026-01-01',
        sessionVersion,
      });
      await put(pool, `${table}_event`, 'user_id, revision', {
        userId,
        revision: 0,
        type: 'UserRegistered',
        at: '2026-01-01',
        requestId: 'request-1',
        position: '1',
      });
    },
    /** Subscribes the address of every account that `put` makes. */
    subscribe: (email: string) =>
      put(pool, `${schemas.newsletter}.subscriber`, 'subscriber_id', {
        subscriberId: 'subscriber',
        addressHash: 'hash',
        email,
        confirmedAt: '2026-01-02',
      }),
    async remove(userId: string) {
      await pool.query(`delete from ${table} where user_id = $1`, [userId]);
    },
    /** Says that the tables hold everything up to here. */
    moveTo: (position: string) =>
      inTransaction(pool, (client) => moveCheckpoint(client, schemas.accounts, position, [])),
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

type TestSubmissionStep = {
  position: string;
  submissions?: readonly TestSubmission[];
  topics?: readonly string[];
};

/** Pitches as a worker writes them. */
export function createSubmissionTables(pool: pg.Pool) {
  const table = `${schemas.submissions}.submission`;
  const nextRevision = countRevisions<string>();
  let pitches = 0;
  const begun = new Map<string, { position: string; createdAt: string }>();

  async function putPitch(client: pg.ClientBase, pitch: TestSubmission, position: string) {
    const { id, userId = 'writer', title = `Title of ${id}`, fullName = 'Sample Writer' } = pitch;
    const revision = nextRevision(id);
    const at = new Date(Date.UTC(2026, 0, 3, 0, ++pitches)).toISOString();
    const filled = <Value>(value: Value) => (title === null ? null : value);
    const first = begun.get(id) ?? { position, createdAt: at };
    begun.set(id, first);
    await put(client, table, 'id', {
      id,
      userId,
      revision,
      essayRevision: revision,
      status: pitch.status ?? 'pending',
      articleId: pitch.articleId ?? null,
      fullName: filled(fullName),
      age: filled(15),
      section: pitch.section ?? 'view',
      articleTitle: title,
      articleSummary: filled(pitch.summary ?? `Summary of ${id}`),
      ...first,
    });
    await put(client, `${table}_version`, 'submission_id, revision', {
      submissionId: id,
      revision,
      event: revision === 0 ? 'SubmissionPitched' : 'SubmissionEdited',
      at,
      actorId: userId,
      actorRole: 'writer',
      requestId: 'request-1',
      position,
      changed: ['articleTitle', 'fullEssay'],
      articleTitle: title,
      fullEssay: filled(`Essay of ${id}, revision ${revision}`),
    });
  }

  return {
    /** Applies one step, which leaves the tables at its position. */
    async commit({ position, submissions = [], topics = [] }: TestSubmissionStep) {
      await inTransaction(pool, async (client) => {
        for (const pitch of submissions) await putPitch(client, pitch, position);
        await moveCheckpoint(client, schemas.submissions, position, topics);
      });
      return position;
    },
  };
}

type TestEntry = {
  kind: AuditKind;
  at?: string;
  actorId?: string;
  entity?: readonly [type: AuditEntityType, id: string | null];
  title?: string | null;
  changed?: readonly string[];
  restoredRevision?: number;
};

/** The audit as a worker writes it. */
export function createAuditTables(pool: pg.Pool) {
  const table = `${schemas.audit}.entry`;
  let entries = 0;
  return {
    /** Writes an entry behind the others, and returns its position. */
    async put({ entity: [entityType, entityId] = ['article', '1'], ...given }: TestEntry): Promise<string> {
      const position = numbered(++entries);
      const usual = { at: '2026-01-01', actorId: 'editor', actorRole: 'admin', requestId: 'request-1' };
      const entry = { position, ...usual, entityType, entityId, revision: 0, changed: [], ...given };
      await put(pool, table, 'position', entry);
      await pool.query(
        `insert into ${schemas.audit}.day values (($1::timestamptz at time zone 'UTC')::date, $2, $2)
         on conflict (day) do update set last_position = $2`,
        [entry.at, position],
      );
      return position;
    },
    /** Many entries of a kind, behind the others. */
    async putMany(count: number, kind: AuditKind, title: string) {
      await pool.query(
        `insert into ${table}
         select lpad((n + $1)::text, 12, '0'), '2026-02-01', $3, 'editor', 'admin', 'request-1', 'article', '9', n, '{}', $4
         from generate_series(1, $2) as n`,
        [entries, count, kind, title],
      );
      entries += count;
    },
  };
}

/** How far the search index is, as a worker says it; what is in it is the engine's. */
export function createSearchTables(pool: pg.Pool) {
  const schema = schemaOf(searchModel);
  const index = createEmbeddedIndex({ pool });
  return {
    /** Adds the checkpoint of an engine that is not the embedded one. */
    build: (of = schema) => addCheckpoint(pool, of),
    /** As before the first index. */
    async remove() {
      await pool.query(`delete from ${checkpointSchema}.checkpoint where schema_name = $1`, [schema]);
    },
    /** Says that the index holds everything up to here; without topics, that nothing in it has changed. */
    moveTo: (position: string, topics: readonly string[] = ['articles']) =>
      inTransaction(pool, (client) => moveCheckpoint(client, schema, position, topics)),
    /** Builds an empty index in Postgres. */
    buildIndex: () => index.build(noDocuments(), (swap) => swap(), new AbortController().signal),
    /** One step of the projection of the search. */
    async commit(position: string, { documents = [], deletedIds = [] }: Partial<IndexChange>) {
      await index.apply({ documents, deletedIds });
      await inTransaction(pool, (client) => moveCheckpoint(client, schema, position, ['articles']));
    },
  };
}

async function* noDocuments() {}

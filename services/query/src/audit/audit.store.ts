import type { AuditEntry } from '@journal/contracts';
import type pg from 'pg';
import { type Asked, type AuditFilter, type Bounds, createStatement } from './audit.statements.ts';

type StoredEntry = Omit<AuditEntry, 'at' | 'actor' | 'entity'> & {
  readonly at: Date;
  readonly actorId: string;
  readonly actorRole: string;
  readonly actorName: string | null;
  readonly entityType: AuditEntry['entity']['type'];
  readonly entityId: string | null;
};
type Found = { readonly position: string | null; readonly looked?: number };

const queryTimeout = 10_000;
/** A text that is not rare is in these. */
const nearBy = 2_000;

/**
 * The statements on the audit. They are planned each time, because no plan fits all filters. Rejects after 10 s without
 * an answer.
 */
export function createAuditStore(
  pool: pg.Pool,
  schemas: { readonly audit: string; readonly accounts: string },
) {
  const { audit, accounts } = schemas;

  async function run<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return (await pool.query<Row>({ text, values, query_timeout: queryTimeout } as pg.QueryConfig)).rows;
  }

  /** Undefined where nothing happened on those days. */
  async function boundsOf({ from, to }: AuditFilter): Promise<Bounds | undefined> {
    const [row] = await run<{ first: string | null; last: string | null }>(
      `select min(first_position) as first, max(last_position) as last from ${audit}.day
       where day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')`,
      [from, to],
    );
    return row?.first && row.last ? { first: row.first, last: row.last } : undefined;
  }

  async function named(text: string): Promise<string[]> {
    const rows = await run<{ id: string }>(
      `select user_id as id from ${accounts}.account where full_name ilike $1`,
      [text],
    );
    return rows.map(({ id }) => id);
  }

  async function positions(asked: Asked, count: number): Promise<string[]> {
    const find = async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await run<Found>(text, values);
      const found = rows.map(({ position }) => position).filter((position) => position !== null);
      return { found, looked: rows[0]?.looked ?? 0 };
    };
    if (asked.text === undefined) return (await find(createStatement(audit, asked).all(count))).found;
    const { found, looked } = await find(createStatement(audit, asked).near(nearBy, count));
    if (found.length === count || looked < nearBy) return found;
    return (await find(createStatement(audit, asked).far(count))).found;
  }

  return {
    /** At most `count` entries before a position, newest first, with the names that people have now. */
    async entries(filter: AuditFilter, before: string | undefined, count: number): Promise<AuditEntry[]> {
      const isDated = filter.from !== undefined || filter.to !== undefined;
      const [bounds, people] = await Promise.all([
        isDated ? boundsOf(filter) : undefined,
        filter.text === undefined ? [] : named(filter.text),
      ]);
      if (isDated && !bounds) return [];
      const found = await positions({ ...filter, before, bounds, named: people }, count);
      const rows = await run<StoredEntry>(
        `select entry.position, at, kind, actor_id as "actorId", actor_role as "actorRole",
           actor.full_name as "actorName", request_id as "requestId", entity_type as "entityType",
           entity_id as "entityId", coalesce(title, owner.full_name) as title, entry.revision, changed,
           restored_revision as "restoredRevision"
         from ${audit}.entry
         left join ${accounts}.account as actor on actor.user_id = actor_id
         left join ${accounts}.account as owner on owner.user_id = entity_id and entity_type = 'user'
         where position = any ($1::text[]) order by position desc`,
        [found],
      );
      return rows.map(toEntry);
    },
  };
}

export type AuditStore = ReturnType<typeof createAuditStore>;

function toEntry(row: StoredEntry): AuditEntry {
  return {
    position: row.position,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: { id: row.actorId, role: row.actorRole, name: row.actorName },
    requestId: row.requestId,
    entity: { type: row.entityType, id: row.entityId },
    title: row.title,
    revision: row.revision,
    changed: row.changed,
    restoredRevision: row.restoredRevision,
  };
}

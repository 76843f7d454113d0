import type { AuditEntityType, AuditKind } from '@journal/contracts';
import { migrate } from '@journal/postgres';
import { auditModel, checkpointSchema, schemaOf } from '@journal/read-models';
import type pg from 'pg';

export type TestEntry = {
  kind: AuditKind;
  at?: string;
  actorId?: string;
  entity?: readonly [type: AuditEntityType, id: string | null];
  title?: string | null;
  changed?: readonly string[];
  restoredRevision?: number;
};

const schema = schemaOf(auditModel);

/** The audit as a worker keeps it. */
export function createAuditTables(pool: pg.Pool) {
  let entries = 0;
  return {
    async build() {
      await migrate(pool, schema, auditModel.migrations);
      await pool.query(
        `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at)
         values ($1, 'audit', 1, now()) on conflict do nothing`,
        [schema],
      );
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

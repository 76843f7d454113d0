import type { PiecesOfForgotten } from '@journal/events';
import type { Write } from '@journal/postgres';
import { type Column, columnArrays, selectRows } from '@journal/postgres';
import type { AuditDayRow, AuditEntryRow, AuditPieceRow } from '@journal/read-models';
import type pg from 'pg';
import type { Forgotten } from '../projection/erasure.ts';

type Database = Pick<pg.Pool, 'query'>;

const entryColumns: readonly Column<AuditEntryRow>[] = [
  ['position', 'text', (row) => row.position],
  ['at', 'timestamptz', (row) => row.at],
  ['kind', 'text', (row) => row.kind],
  ['actor_id', 'text', (row) => row.actorId],
  ['actor_role', 'text', (row) => row.actorRole],
  ['request_id', 'text', (row) => row.requestId],
  ['entity_type', 'text', (row) => row.entityType],
  ['entity_id', 'text', (row) => row.entityId],
  ['revision', 'integer', (row) => row.revision],
  ['changed', 'names', (row) => row.changed.join(',')],
  ['title', 'text', (row) => row.title],
  ['restored_revision', 'integer', (row) => row.restoredRevision],
];

const pieceColumns: readonly Column<AuditPieceRow>[] = [
  ['type', 'text', (row) => row.type],
  ['id', 'text', (row) => row.id],
  ['owner_id', 'text', (row) => row.ownerId],
  ['title', 'text', (row) => row.title],
];

const dayColumns: readonly Column<AuditDayRow>[] = [
  ['day', 'date', (row) => row.day],
  ['first_position', 'text', (row) => row.firstPosition],
  ['last_position', 'text', (row) => row.lastPosition],
];

const stored = 'piece.type, piece.id, piece.owner_id as "ownerId", piece.title';

export const auditTables = {
  /** The pieces that there are of these, and all of these owners. */
  async loadPieces(
    database: Database,
    schema: string,
    keys: readonly { readonly type: string; readonly id: string | null }[],
    owners: readonly string[],
  ): Promise<readonly AuditPieceRow[]> {
    const { rows } = await database.query<AuditPieceRow>({
      name: `${schema} load pieces`,
      text: `select ${stored} from unnest($1::text[], $2::text[]) as wanted (type, id)
               join ${schema}.piece on piece.type = wanted.type and piece.id = wanted.id
             union select ${stored} from ${schema}.piece where owner_id = any ($3::text[])`,
      values: [keys.map(({ type }) => type), keys.map(({ id }) => id), owners],
    });
    return rows;
  },

  async forgotten(database: Database, schema: string, owners: readonly string[]): Promise<Forgotten> {
    const { rows } = await database.query<{ id: string; pieces: PiecesOfForgotten }>({
      name: `${schema} forgotten owners`,
      text: `select owner_id as id, pieces from ${schema}.forgotten_owner where owner_id = any ($1::text[])`,
      values: [owners],
    });
    return new Map(rows.map((row) => [row.id, row.pieces]));
  },

  insertEntries: (schema: string, rows: readonly AuditEntryRow[]): Write => ({
    text: (first) => `insert into ${schema}.entry ${selectRows(entryColumns, first)} cross join moved
      on conflict do nothing`,
    values: columnArrays(entryColumns, rows),
  }),

  savePieces: (schema: string, rows: readonly AuditPieceRow[]): Write => ({
    text: (first) => `insert into ${schema}.piece ${selectRows(pieceColumns, first)} cross join moved
      on conflict (type, id) do update set title = excluded.title`,
    values: columnArrays(pieceColumns, rows),
  }),

  saveDays: (schema: string, rows: readonly AuditDayRow[]): Write => ({
    text: (first) => `insert into ${schema}.day as known ${selectRows(dayColumns, first)} cross join moved
      on conflict (day) do update set
        first_position = least(known.first_position, excluded.first_position),
        last_position = greatest(known.last_position, excluded.last_position)`,
    values: columnArrays(dayColumns, rows),
  }),

  /** Takes the titles of these pieces from what is stored, and remembers whose they were. */
  forget: (schema: string, owners: Forgotten, untitled: readonly AuditPieceRow[]): readonly Write[] => [
    {
      text: (first) => `update ${schema}.entry set title = null
        from moved, unnest($${first}::text[], $${first + 1}::text[]) as piece (type, id)
        where entry.entity_type = piece.type and entry.entity_id = piece.id and entry.title is not null`,
      values: [untitled.map(({ type }) => type), untitled.map(({ id }) => id)],
    },
    {
      text: (first) => `insert into ${schema}.forgotten_owner (owner_id, pieces)
        select id, pieces from unnest($${first}::text[], $${first + 1}::text[]) as leaving (id, pieces)
        cross join moved
        on conflict (owner_id) do update set pieces = excluded.pieces where excluded.pieces = 'remove'`,
      values: [[...owners.keys()], [...owners.values()]],
    },
  ],
};

import { type Column, insertRows, type Write } from '@journal/postgres';
import type { AuditDayRow, AuditEntryRow, AuditPieceRow } from '@journal/read-models';
import type pg from 'pg';
import type { Forgotten } from '../../engine/erasure.ts';
import { type ForgottenTable, readForgotten, rememberForgotten } from '../../engine/forgotten-table.ts';

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

const forgottenOwners: ForgottenTable = { table: 'forgotten_owner', key: 'owner_id', keepsPieces: true };

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

  forgotten: (database: Database, schema: string, owners: readonly string[]): Promise<Forgotten> =>
    readForgotten(database, schema, forgottenOwners, owners),

  insertEntries: (schema: string, rows: readonly AuditEntryRow[]): Write =>
    insertRows(`${schema}.entry`, entryColumns, rows, 'on conflict do nothing'),

  savePieces: (schema: string, rows: readonly AuditPieceRow[]): Write =>
    insertRows(
      `${schema}.piece`,
      pieceColumns,
      rows,
      'on conflict (type, id) do update set title = excluded.title',
    ),

  saveDays: (schema: string, rows: readonly AuditDayRow[]): Write =>
    insertRows(
      `${schema}.day as known`,
      dayColumns,
      rows,
      `on conflict (day) do update set
        first_position = least(known.first_position, excluded.first_position),
        last_position = greatest(known.last_position, excluded.last_position)`,
    ),

  /** Takes the titles of these pieces from what is stored, and remembers whose they were. */
  forget: (schema: string, owners: Forgotten, untitled: readonly AuditPieceRow[]): readonly Write[] => [
    {
      text: (first) => `update ${schema}.entry set title = null
        from moved, unnest($${first}::text[], $${first + 1}::text[]) as piece (type, id)
        where entry.entity_type = piece.type and entry.entity_id = piece.id and entry.title is not null`,
      values: [untitled.map(({ type }) => type), untitled.map(({ id }) => id)],
    },
    rememberForgotten(schema, forgottenOwners, owners),
  ],
};

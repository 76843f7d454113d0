import type { Migrations } from '@journal/postgres';

export const checkpointSchema = 'projections';

/**
 * One row per schema that a projection fills. `position` is '' before the first event, which is less than any.
 * `term` grows with each change of leader and fences the one before. `poison_*` stand while the projection is stopped.
 * `rebuilds_wanted` counts what operators asked for, `rebuilds_done` which of those has been done.
 */
export const checkpointMigrations: Migrations = {
  '0001-checkpoint': `
    create table checkpoint (
      schema_name text primary key,
      name text not null,
      version integer not null,
      position text collate "C" not null default '',
      applied bigint not null default 0,
      term bigint not null default 0,
      caught_up_at timestamptz,
      updated_at timestamptz not null default now(),
      poison_position text collate "C",
      poison_reason text,
      poison_since timestamptz
    ) with (fillfactor = 50);
  `,
  '0002-rebuild': `
    alter table checkpoint
      add column rebuilds_wanted integer not null default 0,
      add column rebuilds_done integer not null default 0,
      add column rebuilt_documents integer,
      add column rebuilt_milliseconds integer;
  `,
};

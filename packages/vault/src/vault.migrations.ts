import type { Migrations } from '@journal/postgres';

/**
 * `seq` of the forgotten follows commit order, because whoever forgets holds the lock until the commit. Makers hold
 * it shared, so that no key is made for a subject while it is being forgotten.
 */
export const vaultLock = 7_160_214_052;

export const vaultMigrations: Migrations = {
  '0001-keys': `
    create table keys (
      subject text primary key,
      wrapped bytea not null,
      created_at timestamptz not null default now()
    );

    create table forgotten (
      subject text primary key,
      seq bigint generated always as identity unique,
      forgotten_at timestamptz not null default now()
    );

    create table master_key_check (
      single boolean primary key default true check (single),
      wrapped bytea not null
    );

    create function make_keys(wanted text[], candidates bytea[])
      returns table (found_subject text, found_wrapped bytea)
      language plpgsql
      set search_path from current
    as $$
    begin
      perform pg_advisory_xact_lock_shared(${vaultLock});
      insert into keys (subject, wrapped)
        select candidate.subject, candidate.wrapped
        from unnest(wanted, candidates) as candidate (subject, wrapped)
        where not exists (select from forgotten where forgotten.subject = candidate.subject)
        order by candidate.subject
        on conflict do nothing;
      return query select keys.subject, keys.wrapped from keys where keys.subject = any (wanted);
    end
    $$;

    create function forget(unwanted text) returns void
      language plpgsql
      set search_path from current
    as $$
    begin
      perform pg_advisory_xact_lock(${vaultLock});
      insert into forgotten (subject) values (unwanted) on conflict do nothing;
      delete from keys where subject = unwanted;
      perform pg_notify(current_schema() || '_forgotten', unwanted);
    end
    $$;
  `,
};

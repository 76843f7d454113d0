import type { Migrations } from '@journal/postgres';

/**
 * Advisory lock, held until commit by `forget`, so that `seq` in `forgotten` follows commit order. Creating keys takes
 * the lock in shared mode, so that no key is created for a subject while it is being forgotten.
 */
export const vaultLock = 7_160_214_052;

/** SQLSTATE with which `make_keys` rejects keys wrapped with another master key. */
export const otherMasterKey = 'JK001';

/** Subject to which the vault's mark is bound, just as a key is bound to its subject. */
export const checkSubject = 'master key check';

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

  // Callers that create keys pass the mark they know: only the master key that wraps the vault's mark may wrap new
  // keys. Processes of the previous version, which pass no mark, may create keys until the first rotation.
  '0002-rotation': `
    alter table master_key_check add column rotated_at timestamptz;
    alter function make_keys(text[], bytea[]) rename to make_keys_unchecked;

    create function make_keys(wanted text[], candidates bytea[], mark bytea)
      returns table (found_subject text, found_wrapped bytea)
      language plpgsql
      set search_path from current
    as $$
    begin
      perform pg_advisory_xact_lock_shared(${vaultLock});
      if not exists (select from master_key_check where wrapped = mark) then
        raise exception 'The vault has another master key' using errcode = '${otherMasterKey}';
      end if;
      return query select * from make_keys_unchecked(wanted, candidates);
    end
    $$;

    create function make_keys(wanted text[], candidates bytea[])
      returns table (found_subject text, found_wrapped bytea)
      language plpgsql
      set search_path from current
    as $$
    begin
      perform pg_advisory_xact_lock_shared(${vaultLock});
      if exists (select from master_key_check where rotated_at is not null) then
        raise exception 'The vault has another master key' using errcode = '${otherMasterKey}';
      end if;
      return query select * from make_keys_unchecked(wanted, candidates);
    end
    $$;
  `,

  // Forgetting an owner also forgets its subjects, named owner/name.
  '0003-owners': `
    create or replace function make_keys_unchecked(wanted text[], candidates bytea[])
      returns table (found_subject text, found_wrapped bytea)
      language plpgsql
      set search_path from current
    as $$
    begin
      perform pg_advisory_xact_lock_shared(${vaultLock});
      insert into keys (subject, wrapped)
        select candidate.subject, candidate.wrapped
        from unnest(wanted, candidates) as candidate (subject, wrapped)
        where not exists (
          select from forgotten
          where forgotten.subject in (candidate.subject, split_part(candidate.subject, '/', 1))
        )
        order by candidate.subject
        on conflict do nothing;
      return query select keys.subject, keys.wrapped from keys where keys.subject = any (wanted);
    end
    $$;

    create index key_owner on keys (split_part(subject, '/', 1)) where subject like '%/%';

    create or replace function forget(unwanted text) returns void
      language plpgsql
      set search_path from current
    as $$
    declare
      gone text;
    begin
      perform pg_advisory_xact_lock(${vaultLock});
      for gone in
        select unwanted union all
        select subject from keys where subject like '%/%' and split_part(subject, '/', 1) = unwanted
      loop
        insert into forgotten (subject) values (gone) on conflict do nothing;
        delete from keys where subject = gone;
        perform pg_notify(current_schema() || '_forgotten', gone);
      end loop;
    end
    $$;
  `,
};

import { type Migrations, textArray } from '@journal/postgres';
import pg from 'pg';
import type { EncodedAppend } from '../check-requests.ts';

/** The SQL names of one event log, already escaped. */
export type LogNames = {
  readonly schema: string;
  /** `"schema".events` */
  readonly table: string;
  readonly appendBatch: string;
  readonly appendOne: string;
  /** Channel notified on each commit, with the last position as payload. */
  readonly channel: string;
  /** The two keys of the advisory lock that serialises appends: a constant of the journal and the table's OID. */
  readonly lock: string;
  /** Returns a name for a prepared statement, distinct from those of other logs on the same connection. */
  statement(name: string): string;
};

/** Throws if `schema` is not a plain lower-case identifier. */
export function nameLog(schema: string): LogNames {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new Error(`"${schema}" is not a valid schema name`);
  const table = `${pg.escapeIdentifier(schema)}.events`;
  return {
    schema,
    table,
    appendBatch: `${pg.escapeIdentifier(schema)}.append_batch`,
    appendOne: `${pg.escapeIdentifier(schema)}.append_one`,
    channel: `${schema}_appended`,
    lock: `20022, ${pg.escapeLiteral(table)}::regclass::oid::int`,
    statement: (name) => `${schema}.${name}`,
  };
}

/**
 * The table and the append functions.
 *
 * Every writer holds the table's advisory lock until its commit is visible, and assigns positions starting from the
 * highest one. Positions therefore have no gaps and follow commit order: a reader that sees a position sees every event
 * below it.
 */
export function eventLogMigrations({ table, appendBatch, appendOne, channel, lock }: LogNames): Migrations {
  return {
    '001-events': `
      create table ${table} (
        position bigint primary key,
        revision bigint not null check (revision >= 0),
        recorded_at timestamptz not null default clock_timestamp(),
        event_id uuid not null unique,
        stream text collate "C" not null,
        type text collate "C" not null,
        data json not null,
        metadata json not null,
        unique (stream, revision)
      );
      create index events_by_type on ${table} (type, position);`,

    '002-append-batch': `
      create function ${appendBatch}(
        -- one item for each append: its stream, and -1 for "none", -2 for "any" or the revision it expects
        streams text[], expected bigint[],
        -- one item for each event: the number of its append, from 1, in order
        owners int[], ids uuid[], types text[], bodies json[], metas json[]
      ) returns table (outcome text, revision bigint, "position" bigint)
      language plpgsql volatile as $$
      #variable_conflict use_column
      declare
        base bigint;
        reached bigint;
      begin
        -- A statement of its own: the ones below then see everything that was committed before the lock was had.
        perform pg_advisory_xact_lock(${lock});
        base := coalesce((select e.position from ${table} e order by e.position desc limit 1), 0);
        return query
        with asked as materialized (
          select a.owner, a.stream, a.expected, coalesce((
              select e.revision from ${table} e
              where e.stream = a.stream order by e.revision desc limit 1
            ), -1) as head
          from unnest(streams, expected) with ordinality as a (stream, expected, owner)
        ), offered as materialized (
          select o.owner, o.id, o.type, o.data, o.metadata,
            row_number() over (partition by o.owner order by o.number) as place,
            known.stream as known_stream, known.revision as known_revision, known.position as known_position
          from unnest(owners, ids, types, bodies, metas) with ordinality as o (owner, id, type, data, metadata, number)
          left join lateral (
            select e.stream, e.revision, e.position from ${table} e where e.event_id = o.id limit 1
          ) known on true
        ), gathered as (
          select o.owner, count(*) as size, count(o.known_position) as known,
            count(o.known_position) filter (where o.known_stream <> a.stream) as elsewhere,
            count(distinct o.known_revision - o.place) as runs,
            max(o.known_revision) as revision, max(o.known_position) as position
          from offered o join asked a on a.owner = o.owner group by o.owner
        ), judged as (
          select a.owner, a.stream, a.head, g.size, g.revision, g.position,
            case
              when g.elsewhere > 0 then 'elsewhere'
              when g.known = g.size and g.runs = 1 then 'known'
              when g.known = 0 and a.expected in (-2, a.head) then 'appended'
              else 'conflict'
            end as outcome
          from asked a join gathered g on g.owner = a.owner
        ), placed as materialized (
          select j.*, base + sum(case when j.outcome = 'appended' then j.size else 0 end) over (order by j.owner) as last
          from judged j
        ), inserted as (
          insert into ${table} (position, stream, revision, event_id, type, data, metadata)
          select p.last - p.size + o.place, p.stream, p.head + o.place, o.id, o.type, o.data, o.metadata
          from offered o join placed p on p.owner = o.owner
          where p.outcome = 'appended'
        )
        select p.outcome,
          case when p.outcome = 'appended' then p.head + p.size else p.revision end,
          case when p.outcome = 'appended' then p.last::bigint else p.position end
        from placed p order by p.owner;
        reached := (select e.position from ${table} e order by e.position desc limit 1);
        if reached > base then
          perform pg_notify('${channel}', reached::text);
        end if;
      end
      $$;`,

    // A lone writer waits for every statement of its append: most appends need only these three; only the rest go
    // through the batch function.
    '003-append-one': `
      create function ${appendOne}(
        of_stream text, expected bigint, id uuid, of_type text, body json, meta json
      ) returns table (outcome text, revision bigint, "position" bigint)
      language plpgsql volatile as $$
      #variable_conflict use_column
      begin
        perform pg_advisory_xact_lock(${lock});
        insert into ${table} as event (position, stream, revision, event_id, type, data, metadata)
        select log.last + 1, of_stream, log.head + 1, id, of_type, body, meta
        from (
          select coalesce((select e.position from ${table} e order by e.position desc limit 1), 0) as last,
            coalesce((
              select e.revision from ${table} e where e.stream = of_stream order by e.revision desc limit 1
            ), -1) as head
        ) log
        where expected in (-2, log.head)
        on conflict (event_id) do nothing
        returning event.revision, event.position into revision, "position";
        if found then
          perform pg_notify('${channel}', "position"::text);
          outcome := 'appended';
          return next;
        else
          return query select * from ${appendBatch}(
            array[of_stream], array[expected], array[1], array[id], array[of_type], array[body], array[meta]);
        end if;
      end
      $$;`,
  };
}

/** -1 for a stream that does not exist yet, -2 for any revision. */
const revisionOf = ({ expected }: EncodedAppend) =>
  expected === 'any' ? -2 : expected === 'none' ? -1 : expected;

/**
 * Returns a function that builds the statement for a batch. The statement calls the functions above, which take the
 * log's lock, compare each append with the log and decide it individually.
 */
export function createAppendStatement(names: LogNames) {
  const one = {
    name: names.statement('append_one'),
    text: `select outcome, revision, position from ${names.appendOne}($1, $2, $3, $4, $5, $6)`,
  };
  const many = {
    name: names.statement('append_batch'),
    text: `select outcome, revision, position from ${names.appendBatch}($1, $2, $3, $4, $5, $6, $7)`,
  };
  return (batch: readonly EncodedAppend[]) => {
    const events = batch.flatMap((append) => append.events);
    const [append] = batch;
    const [event] = events;
    if (append && event && events.length === 1)
      return {
        ...one,
        values: [append.stream, revisionOf(append), event.id, event.type, event.data, event.metadata],
      };
    const json = (texts: string[]) => textArray(texts, 'json');
    return {
      ...many,
      values: [
        batch.map(({ stream }) => stream),
        batch.map(revisionOf),
        batch.flatMap((append, index) => append.events.map(() => index + 1)),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        json(events.map(({ data }) => data)),
        json(events.map(({ metadata }) => metadata)),
      ],
    };
  };
}

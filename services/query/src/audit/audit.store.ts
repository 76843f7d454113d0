import {
  type AuditEntityType,
  type AuditEntry,
  type AuditFilters,
  type AuditKind,
  allAuditKinds,
  auditKinds,
} from '@journal/contracts';
import { changedWordsQuery } from '@journal/read-models';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { openDatabase, patternOf, schemas } from '../database.ts';
import { createChangesStore, type FieldChange } from '../history/changes.store.ts';
import { histories, oppositeAt } from '../history/history.store.ts';

/** A filter of the audit, expressed in its tables. */
export type AuditFilter = {
  readonly person: string | undefined;
  readonly entityId: string | undefined;
  /** Undefined for all kinds. */
  readonly kinds: readonly AuditKind[] | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** A pattern for `ilike`. */
  readonly text: string | undefined;
  /** Words that a change added or removed. */
  readonly words: string | undefined;
};

/** Returns the filter in a valid query string. A day past the month's end becomes the month's last day. */
export function auditFilter({ person, kind, entity, from, to, q, words }: AuditFilters): AuditFilter {
  const [type, ...rest] = entity?.split(':') ?? [];
  const ofType: readonly AuditKind[] =
    type === undefined ? allAuditKinds : auditKinds[type as AuditEntityType];
  const asked = kind?.split(',');
  return {
    person,
    entityId: rest.length === 0 ? undefined : rest.join(':'),
    kinds: asked || type !== undefined ? ofType.filter((each) => !asked || asked.includes(each)) : undefined,
    from: from && existingDay(from),
    to: to && existingDay(to),
    text: q === undefined ? undefined : patternOf(q),
    words,
  };
}

/** Returns the last day of the month for a day past its end, such as 31 February. */
function existingDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return `${day.slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** Returns the kinds and, if restoring is among them, the edits that may have restored a version. */
function withRestoringEdits(kinds: readonly AuditKind[]): readonly AuditKind[] {
  const edits = (['Article', 'Submission'] as const).flatMap((piece): AuditKind[] =>
    kinds.includes(`${piece}Restored`) && !kinds.includes(`${piece}Edited`) ? [`${piece}Edited`] : [],
  );
  return [...kinds, ...edits];
}

type Sql = RawBuilder<unknown>;

const { audit, accounts, words: changedWords } = schemas;
const entryTable = sql.table(`${audit}.entry`);
const changeTable = sql`${sql.table(`${changedWords}.change`)} as change`;
const userKinds: readonly AuditKind[] = auditKinds.user;
/** Number of newest entries searched first for a text or for changed words. Only rare matches are all older. */
const initialCandidates = 2_000;

const where = (conditions: readonly Sql[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

const newest = (candidates: Sql, count: number) =>
  sql<{
    position: string;
  }>`select position from (${candidates}) as candidate order by position desc limit ${count}`;

/**
 * Returns the queries of the audit. Statements are planned each time, because no plan suits all filters. Each
 * statement rejects after 5 s without an answer.
 */
export function createAuditStore(pool: pg.Pool) {
  const { query, run } = openDatabase(pool, { isPrepared: false });
  const changes = createChangesStore(pool);
  const positionsOf = async (statement: RawBuilder<{ position: string }>) =>
    (await statement.execute(query)).rows.map(({ position }) => position);

  /** The newest positions that match the filter. */
  async function find(asked: AuditFilter, before: string | undefined, count: number): Promise<string[]> {
    const filter = { ...asked, kinds: asked.kinds && withRestoringEdits(asked.kinds) };
    const { from, to, text, words } = filter;
    const conditions: Sql[] = [];
    if (before !== undefined) conditions.push(sql`entry.position < ${before}`);
    if (from !== undefined || to !== undefined) {
      // The positions between which the days lie.
      const [bounds] = await run<{ first: string | null; last: string | null }>(
        `select min(first_position) as first, max(last_position) as last from ${audit}.day
         where day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')`,
        from,
        to,
      );
      if (!bounds?.first) return [];
      conditions.push(sql`entry.position between ${bounds.first} and ${bounds.last}`);
    }
    if (from !== undefined) conditions.push(sql`entry.at >= ${from}::date::timestamp at time zone 'UTC'`);
    if (to !== undefined) conditions.push(sql`entry.at < (${to}::date + 1)::timestamp at time zone 'UTC'`);
    if (filter.kinds?.length !== asked.kinds?.length)
      conditions.push(
        sql`(entry.kind = any (${asked.kinds}::text[]) or entry.restored_revision is not null)`,
      );
    const candidates = candidatesFor(filter, conditions);
    if (text === undefined && words === undefined) return positionsOf(newest(candidates(count), count));
    const people = text === undefined ? [] : await peopleNamed(text);
    const changed =
      words === undefined
        ? undefined
        : sql`select change.position from ${changeTable}
      where change.words @@ ${changedWordsQuery(words) ?? null}::tsquery`;
    const matches: Sql[] = [];
    if (text !== undefined)
      matches.push(sql`(title ilike ${text} or entry.actor_id = any (${people})
        or (entry.entity_type = 'user' and entry.entity_id = any (${people})))`);
    if (changed) matches.push(sql`exists (${changed} and change.position = entry.position)`);
    // As an array: with a join, the planner would read every entry.
    const { rows } = await sql<{ looked: number; position: string | null }>`
      with candidate as materialized (${newest(candidates(initialCandidates), initialCandidates)})
      select looked.number::integer as looked, found.position
      from (select count(*) as number from candidate) looked left join lateral (
        select entry.position from ${entryTable}
        where entry.position = any (array(select position from candidate)) and ${sql.join(matches, sql` and `)}
        order by entry.position desc limit ${count}) found on true`.execute(query);
    const found = rows.flatMap(({ position }) => position ?? []);
    if (found.length === count || (rows[0]?.looked ?? 0) < initialCandidates) return found;
    // Again as an array: the planner does not know which words are rare, and would compare version after version.
    if (changed) conditions.push(sql`entry.position = any (array(${changed}))`);
    return positionsOf(
      text === undefined
        ? newest(candidatesFor(filter, conditions)(count), count)
        : foundByText(filter, text, people, conditions, count),
    );
  }

  async function peopleNamed(pattern: string): Promise<readonly string[]> {
    const named = await run<{ id: string }>(
      `select user_id as id from ${accounts}.account where full_name ilike $1`,
      pattern,
    );
    return named.map(({ id }) => id);
  }

  return {
    /** At most `count` entries before a position, newest first, with people's current names. */
    async entries(filter: AuditFilter, before: string | undefined, count: number): Promise<AuditEntry[]> {
      return run<AuditEntry>(
        `select entry.position, at, kind,
           json_build_object('id', actor_id, 'role', actor_role, 'name', actor.full_name) as actor,
           request_id as "requestId", json_build_object('type', entity_type, 'id', entity_id) as entity,
           coalesce(title, owner.full_name) as title, entry.revision, changed,
           restored_revision as "restoredRevision",
           ${oppositeAt('kind', 'entity_id::integer', 'entry.revision')} as opposite
         from ${audit}.entry
         left join ${accounts}.account as actor on actor.user_id = actor_id
         left join ${accounts}.account as owner on owner.user_id = entity_id and entity_type = 'user'
         where position = any ($1::text[]) order by position desc`,
        await find(filter, before, count),
      );
    },

    /** The changes that edits among the entries made to each field, by position. */
    async changesOf(entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, readonly FieldChange[]>> {
      const found = histories.map((source) => {
        const edits = entries.filter(({ kind }) => kind === source.edited);
        const revisions = edits.map(({ entity: { id }, revision }) => ({ id: id ?? '', revision }));
        return edits.length === 0 ? [] : changes.of(source, revisions);
      });
      return Map.groupBy((await Promise.all(found)).flat(), ({ position }) => position);
    },
  };
}

export type AuditStore = ReturnType<typeof createAuditStore>;

const aboutPerson = (person: string) =>
  sql`(entry.actor_id = ${person} or (entry.entity_type = 'user' and entry.entity_id = ${person}))`;

/**
 * Returns the statement for the newest `count`. A filter with an index is evaluated kind by kind: within a kind, the
 * index is ordered by position, so the newest entries are found without reading the others, however many there are.
 */
function candidatesFor({ person, entityId, kinds }: AuditFilter, conditions: readonly Sql[]) {
  const all = kinds ?? allAuditKinds;
  const about = all.filter((kind) => userKinds.includes(kind));
  const byKind = (some: readonly AuditKind[], count: number, ...more: readonly Sql[]) =>
    sql`select newest.position from unnest(${some}::text[]) as wanted (kind) cross join lateral (
       select position from ${entryTable} ${where([sql`entry.kind = wanted.kind`, ...more, ...conditions])}
       order by position desc limit ${count}) newest`;

  return (count: number): Sql => {
    if (entityId !== undefined) {
      const ofPerson = person === undefined ? [] : [aboutPerson(person)];
      return byKind(all, count, sql`entry.entity_id = ${entityId}`, ...ofPerson);
    }
    if (person !== undefined)
      return sql`${byKind(all, count, sql`entry.actor_id = ${person}`)}
        union ${byKind(about, count, sql`entry.entity_id = ${person}`)}`;
    if (kinds) return byKind(kinds, count);
    return sql`select position from ${entryTable} ${where(conditions)} order by position desc limit ${count}`;
  };
}

/**
 * Returns the statement for the newest `count` that match the text, either in their title or in the name of a person.
 */
function foundByText(
  { person, entityId, kinds }: AuditFilter,
  text: string,
  people: readonly string[],
  conditions: readonly Sql[],
  count: number,
) {
  const asked = [...conditions];
  if (kinds) asked.push(sql`entry.kind = any (${kinds}::text[])`);
  if (entityId !== undefined) asked.push(sql`entry.entity_id = ${entityId}`);
  if (person !== undefined) asked.push(aboutPerson(person));
  const ofPeople = (some: readonly AuditKind[], column: 'actor_id' | 'entity_id') =>
    sql`select newest.position
       from unnest(${people}::text[]) as person (id) cross join unnest(${some}::text[]) as wanted (kind)
       cross join lateral (
         select position from ${entryTable}
         ${where([sql`entry.${sql.ref(column)} = person.id`, sql`entry.kind = wanted.kind`, ...asked])}
         order by position desc limit ${count}) newest`;
  return sql<{ position: string }>`with titled as materialized (
      select position from ${entryTable} ${where([sql`title ilike ${text}`, ...asked])})
    select position from (
      select position from titled
      union ${ofPeople(kinds ?? allAuditKinds, 'actor_id')}
      union ${ofPeople(userKinds, 'entity_id')}
    ) found order by position desc limit ${count}`;
}

import {
  type AuditEntityType,
  type AuditFilters,
  type AuditKind,
  allAuditKinds,
  auditKinds,
} from '@journal/contracts';

/** What is asked of the audit, in the terms of its tables. */
export type AuditFilter = {
  readonly person: string | undefined;
  readonly entityId: string | undefined;
  /** Undefined: all of them. */
  readonly kinds: readonly AuditKind[] | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** A pattern for `ilike`. */
  readonly text: string | undefined;
};

/** Returns the filter in a query string that its schema has let through; a day that no month has is the month's end. */
export function auditFilter({ person, kind, entity, from, to, q }: AuditFilters): AuditFilter {
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
    text: q === undefined ? undefined : `%${q.replace(/[\\%_]/g, '\\$&')}%`,
  };
}

/** 31 February is the last of February. */
function existingDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return `${day.slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** The positions between which the days lie that were asked for. */
export type Bounds = { readonly first: string; readonly last: string };

export type Asked = AuditFilter & {
  /** Exclusive. */
  readonly before: string | undefined;
  readonly bounds: Bounds | undefined;
  /** Of those whose names the text is in. */
  readonly named: readonly string[];
};

type Statement = { readonly text: string; readonly values: unknown[] };

const userKinds: readonly AuditKind[] = auditKinds.user;

/**
 * The statements that find positions, newest first. Each filter that has an index is asked kind by kind, because within
 * one kind the index has them in order: the newest are found without looking at the others, however many there are.
 */
export function createStatement(schema: string, asked: Asked) {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const { person, entityId, kinds, before, bounds, from, to } = asked;
  const persons = person === undefined ? undefined : given(person);
  const entity = entityId === undefined ? undefined : given(entityId);
  const of = (some: readonly AuditKind[]) => `${given(some)}::text[]`;

  const conditions = [
    ...(before === undefined ? [] : [`entry.position < ${given(before)}`]),
    ...(bounds ? [`entry.position between ${given(bounds.first)} and ${given(bounds.last)}`] : []),
    ...(from === undefined ? [] : [`entry.at >= ${given(from)}::date::timestamp at time zone 'UTC'`]),
    ...(to === undefined ? [] : [`entry.at < (${given(to)}::date + 1)::timestamp at time zone 'UTC'`]),
  ];
  const where = (...more: readonly string[]) =>
    [...more, ...conditions].length === 0 ? '' : `where ${[...more, ...conditions].join(' and ')}`;

  /** The newest `count` in the order of the log. */
  const inOrder = (count: string) =>
    `select position from ${schema}.entry ${where()} order by position desc limit ${count}`;
  /** The newest `count` of each kind, found by an index that begins with `column`. */
  const byKind = (some: readonly AuditKind[], count: string, ...more: readonly string[]) =>
    `select newest.position from unnest(${of(some)}) as wanted (kind) cross join lateral (
       select position from ${schema}.entry ${where('entry.kind = wanted.kind', ...more)}
       order by position desc limit ${count}) newest`;

  function candidates(count: string): string {
    const all = kinds ?? allAuditKinds;
    const about = all.filter((kind) => userKinds.includes(kind));
    if (persons && entity)
      return byKind(
        all,
        count,
        `entry.entity_id = ${entity}`,
        `(entry.actor_id = ${persons} or (entry.entity_type = 'user' and entry.entity_id = ${persons}))`,
      );
    if (entity) return byKind(all, count, `entry.entity_id = ${entity}`);
    if (persons)
      return `${byKind(all, count, `entry.actor_id = ${persons}`)}
        union ${byKind(about, count, `entry.entity_id = ${persons}`)}`;
    return kinds ? byKind(all, count) : inOrder(count);
  }

  /** Everything else that was asked, where an entry was not found by it. */
  function rest(): string[] {
    return [
      ...(kinds ? [`entry.kind = any (${of(kinds)})`] : []),
      ...(entity ? [`entry.entity_id = ${entity}`] : []),
      ...(persons
        ? [`(entry.actor_id = ${persons} or (entry.entity_type = 'user' and entry.entity_id = ${persons}))`]
        : []),
    ];
  }

  const newest = (from: string, count: string) =>
    `select position from (${from}) as candidate order by position desc limit ${count}`;

  return {
    /** The newest `count`. */
    all(count: number): Statement {
      const limit = given(count);
      return { text: newest(candidates(limit), limit), values };
    },

    /** Among the newest `most` the newest `count` that hold the text; `looked` says how many there were. */
    near(most: number, count: number): Statement {
      // As an array: joined to so many entries the planner would read them all.
      const limit = given(most);
      const named = given(asked.named);
      const text = `with candidate as materialized (${newest(candidates(limit), limit)})
        select looked.number::integer as looked, found.position
        from (select count(*) as number from candidate) looked left join lateral (
          select entry.position from ${schema}.entry
          where entry.position = any (array(select position from candidate))
            and (title ilike ${given(asked.text)} or entry.actor_id = any (${named})
              or (entry.entity_type = 'user' and entry.entity_id = any (${named})))
          order by entry.position desc limit ${given(count)}) found on true`;
      return { text, values };
    },

    /** The newest `count` that hold the text, found by the text itself. */
    far(count: number): Statement {
      const limit = given(count);
      const named = `unnest(${given(asked.named)}::text[]) as person (id)`;
      const more = rest();
      const ofPerson = (some: readonly AuditKind[], column: string) =>
        `select newest.position from ${named} cross join unnest(${of(some)}) as wanted (kind) cross join lateral (
           select position from ${schema}.entry
           ${where(`entry.${column} = person.id`, 'entry.kind = wanted.kind', ...more)}
           order by position desc limit ${limit}) newest`;
      const text = `with titled as materialized (
          select position from ${schema}.entry ${where(`title ilike ${given(asked.text)}`, ...more)})
        select position from (
          select position from titled
          union ${ofPerson(kinds ?? allAuditKinds, 'actor_id')}
          union ${ofPerson(userKinds, 'entity_id')}
        ) found order by position desc limit ${limit}`;
      return { text, values };
    },
  };
}

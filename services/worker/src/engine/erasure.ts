import type { PiecesOfForgotten } from '@journal/events';
import type { Write } from '@journal/postgres';
import type pg from 'pg';

/** Who has been forgotten, by id, and what became of their pieces. */
export type Forgotten = ReadonlyMap<string, PiecesOfForgotten>;

/**
 * What is left of an owner's events and rows once the owner has been forgotten: of those that are stored, of those in
 * the same batch, and of those that come later. It is the same whichever of them came first, so a model that is rebuilt
 * when the owner's key is gone equals the one that followed.
 */
export type Erasure<Event, Row, Forgetting, Key> = {
  /** Whom this event says to be forgotten, and how; undefined for an event of a row. */
  forgottenBy(event: Event | Forgetting): { owner: string; pieces: PiecesOfForgotten } | undefined;
  /** Whose the event is; undefined where it holds nothing to take away. */
  ownerOf(event: Event): string | undefined;
  /** What is left of a forgotten owner's event; undefined: nothing. Pure. */
  ofEvent(event: Event, pieces: PiecesOfForgotten): Event | undefined;
  /** Whose the row is. */
  ownerOfRow(row: Row): string;
  /** What is left of a forgotten owner's row; undefined: nothing. Pure. */
  ofRow(row: Row, pieces: PiecesOfForgotten): Row | undefined;
  readonly tables: {
    /** Which of the owners have been forgotten before, and how. */
    forgotten(
      database: Pick<pg.Pool, 'query'>,
      schema: string,
      owners: readonly string[],
    ): Promise<Forgotten>;
    /** The rows of these owners. */
    loadOf(
      database: Pick<pg.Pool, 'query'>,
      schema: string,
      owners: readonly string[],
    ): Promise<ReadonlyMap<Key, Row>>;
    /** Erases what is stored of them but is not among the rows saved, and remembers that they are forgotten. */
    forget(schema: string, owners: Forgotten): readonly Write[];
  };
};

/** Of whom a batch speaks, as far as forgetting goes. */
export type Owners = {
  /** Whose the events are. */
  readonly present: readonly string[];
  /** Whom the events say to be forgotten. */
  readonly leaving: Forgotten;
};

/** The events of rows, apart from those that say who is to be forgotten, and of whom the batch speaks. */
export function sortEvents<Event, Row, Forgetting, Key>(
  batch: readonly (Event | Forgetting)[],
  erasure: Erasure<Event, Row, Forgetting, Key> | undefined,
): { readonly events: readonly Event[]; readonly owners: Owners } {
  if (!erasure) return { events: batch as readonly Event[], owners: { present: [], leaving: new Map() } };
  const events: Event[] = [];
  const present = new Set<string>();
  const leaving = new Map<string, PiecesOfForgotten>();
  for (const event of batch) {
    const forgotten = erasure.forgottenBy(event);
    if (forgotten) {
      if (leaving.get(forgotten.owner) !== 'remove') leaving.set(forgotten.owner, forgotten.pieces);
    } else {
      const owner = erasure.ownerOf(event as Event);
      if (owner !== undefined) present.add(owner);
      events.push(event as Event);
    }
  }
  return { events, owners: { present: [...present], leaving } };
}

/** What is left of a batch's events where some owners are forgotten; the same array where nobody is. */
export function withoutForgotten<Event, Row, Forgetting, Key>(
  events: readonly Event[],
  erasure: Erasure<Event, Row, Forgetting, Key>,
  forgotten: Forgotten,
): readonly Event[] {
  if (forgotten.size === 0) return events;
  return events.flatMap((event) => {
    const owner = erasure.ownerOf(event);
    const pieces = owner === undefined ? undefined : forgotten.get(owner);
    if (pieces === undefined) return [event];
    const left = erasure.ofEvent(event, pieces);
    return left === undefined ? [] : [left];
  });
}

/** With null for those of the fields that it has. The same object where there is nothing to take. */
export function withoutFields<Data extends object>(data: Data, fields: ReadonlySet<string>): Data {
  const taken = Object.entries(data).filter(([field, value]) => value !== null && fields.has(field));
  return taken.length === 0
    ? data
    : { ...data, ...Object.fromEntries(taken.map(([field]) => [field, null])) };
}

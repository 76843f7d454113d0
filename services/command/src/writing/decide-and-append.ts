import { type Position, RevisionConflict } from '@journal/event-store';
import {
  type EventMetadata,
  type NewJournalEvent,
  type OpenedEvent,
  SubjectForgotten,
} from '@journal/events';
import type { JournalLog } from './journal-log.ts';
import type { RequestContext } from './request-context.ts';

/** The pure part of a stream: what its events add up to, and what a command makes of that. */
export type Decider<State, Command, Event extends NewJournalEvent, Rejection> = {
  readonly initialState: State;
  evolve(state: State, event: Event & { readonly metadata: Pick<EventMetadata, 'at'> }): State;
  decide(
    command: Command,
    state: State,
  ): { readonly events: readonly Event[] } | { readonly rejection: Rejection };
};

/** What stands after a command, with the position of its last event (or of the stream's, where nothing changed). */
export type Written<State> = { readonly state: State; readonly position: Position };

export type Outcome<State, Rejection> = Written<State> | { readonly rejection: Rejection };

export type Write<State, Command, Event extends NewJournalEvent, Rejection> = {
  readonly stream: string;
  readonly command: Command;
  readonly decider: Decider<State, Command, Event, Rejection>;
  readonly context: RequestContext;
  /** Runs before each append; a rejection of its own ends the matter. */
  readonly beforeAppend?: () => Promise<{ readonly rejection: Rejection } | undefined>;
};

const mostReloads = 3;
/** Below every position. */
const beginning: Position = '';

/**
 * Loads the stream, decides and appends at the revision it saw. Where somebody was faster it reloads and decides
 * again, at most 3 times, then rejects with `write-conflict`. A request with an idempotency key that has already
 * written here gets what it wrote, folded up to that event, and writes nothing.
 */
export async function decideAndAppend<
  State extends { revision: number },
  Command,
  Event extends NewJournalEvent,
  Rejection,
>(
  log: JournalLog,
  write: Write<State, Command, Event, Rejection>,
): Promise<Outcome<State, Rejection | 'write-conflict'>> {
  const { stream, command, decider, context } = write;
  for (let reloads = 0; reloads <= mostReloads; reloads++) {
    const history = await log.read(stream);
    const already = writtenBefore(history, context);
    if (already) return foldAll(decider, already);
    const before = foldAll(decider, history);
    const decision = decider.decide(command, before.state);
    if ('rejection' in decision) return decision;
    if (decision.events.length === 0) return before;
    const refused = await write.beforeAppend?.();
    if (refused) return refused;
    try {
      return await append(log, write, before.state, decision.events);
    } catch (error) {
      if (!(error instanceof RevisionConflict || error instanceof SubjectForgotten)) throw error;
    }
  }
  return { rejection: 'write-conflict' };
}

/** What the events of a stream add up to. */
export async function loadState<State, Command, Event extends NewJournalEvent, Rejection>(
  log: Pick<JournalLog, 'read'>,
  stream: string,
  decider: Decider<State, Command, Event, Rejection>,
): Promise<Written<State>> {
  return foldAll(decider, await log.read(stream));
}

/** What a stream's events added up to as of a revision; undefined for one after the last of a stream that is there. */
export async function loadStateAt<State, Command, Event extends NewJournalEvent, Rejection>(
  log: Pick<JournalLog, 'read'>,
  stream: string,
  decider: Decider<State, Command, Event, Rejection>,
  revision: number,
): Promise<State | undefined> {
  const history = await log.read(stream);
  const isThere = history.length === 0 || revision < history.length;
  return isThere ? foldAll(decider, history.slice(0, revision + 1)).state : undefined;
}

async function append<State extends { revision: number }, Command, Event extends NewJournalEvent, Rejection>(
  log: JournalLog,
  { stream, decider, context }: Write<State, Command, Event, Rejection>,
  before: State,
  events: readonly Event[],
): Promise<Written<State>> {
  const toAppend = events.map((event, index) => ({ id: eventId(context, index), event }));
  const expected = before.revision < 0 ? 'none' : before.revision;
  const { position, at } = await log.append(stream, toAppend, expected, context);
  const already = context.idempotency && writtenBefore(await log.read(stream), context);
  if (already) return foldAll(decider, already);
  const state = events.reduce(
    (earlier, event) => decider.evolve(earlier, { ...event, metadata: { at } }),
    before,
  );
  return { state, position };
}

const eventId = (context: RequestContext, index: number) => context.ids(`event ${index}`);

/** The history up to the last event of this very request, or undefined where it has none. */
function writtenBefore(history: readonly OpenedEvent[], context: RequestContext): OpenedEvent[] | undefined {
  if (!context.idempotency) return undefined;
  let end = 0;
  for (let index = 0; ; index++) {
    const found = history.findIndex((event) => event.id === eventId(context, index));
    if (found < 0) break;
    end = found + 1;
  }
  return end > 0 ? history.slice(0, end) : undefined;
}

function foldAll<State, Command, Event extends NewJournalEvent, Rejection>(
  decider: Decider<State, Command, Event, Rejection>,
  history: readonly OpenedEvent[],
): Written<State> {
  const state = history.reduce(
    (earlier, event) => decider.evolve(earlier, event as never),
    decider.initialState,
  );
  return { state, position: history.at(-1)?.position ?? beginning };
}

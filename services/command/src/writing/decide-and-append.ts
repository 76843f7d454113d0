import { type Position, RevisionConflict } from '@journal/event-store';
import { type NewJournalEvent, type OpenedEvent, SubjectForgotten } from '@journal/events';
import { invalidField } from '@journal/service-kit';
import type { ContentAtRevision, Decider, PieceDecider } from '../decider.ts';
import { acceptRequest, findAcceptance } from './acceptance.ts';
import { CommandRejected, type Rejection } from './command-rejected.ts';
import type { JournalLog } from './journal-log.ts';
import type { RequestContext } from './request-context.ts';

/** The state after a command, with the position of its last event, or of the stream's last event if nothing changed. */
export type WriteResult<State> = { readonly state: State; readonly position: Position };

export type AppendOptions = {
  /** The stream cannot exist yet: the first attempt appends without reading it. */
  readonly isNew?: boolean;
  /** Whether a request with an idempotency key has already been accepted; looked up if omitted. */
  readonly isAccepted?: boolean;
  /**
   * Throws if the request can't be carried out now. Not called for a request with an idempotency key that was carried
   * out before: what has changed since must not change its result.
   */
  readonly check?: () => void | Promise<void>;
};

const maxReloads = 3;
/** Before every position. */
const beginning: Position = '';

/**
 * Loads the stream, decides, and appends at the loaded revision. Throws `CommandRejected`. After a conflict it reloads
 * and decides again, at most 3 times, and then rejects with `write-conflict`. A request with an idempotency key is
 * accepted before the first append. Once it has written to the stream it writes nothing more, and the result is the
 * state as of its last event.
 */
export async function decideAndAppend<
  State extends { revision: number },
  Command,
  Event extends NewJournalEvent,
>(
  log: JournalLog,
  decider: Decider<State, Command, Event, Rejection>,
  command: Command,
  context: RequestContext,
  { isNew, isAccepted, check }: AppendOptions = {},
): Promise<WriteResult<State>> {
  const stream = decider.streamOf(command);
  const idempotency = isAccepted ? undefined : context.idempotency;
  const accepted =
    idempotency && isAccepted === undefined ? await findAcceptance(log, idempotency) : undefined;
  for (let reloads = 0; reloads <= maxReloads; reloads++) {
    const history = isNew && !accepted && reloads === 0 ? [] : await log.read(stream);
    const already = context.idempotency && writtenBefore(history, context);
    if (already) return fold(decider, already);
    await check?.();
    const before = fold(decider, history);
    const decision = decider.decide(command, before.state);
    if ('rejection' in decision) throw new CommandRejected(decision.rejection);
    if (decision.events.length === 0) return before;
    if (idempotency && !accepted) await acceptRequest(log, idempotency, stream, context);
    try {
      const toAppend = decision.events.map((event, index) => ({ id: eventId(context, index), event }));
      const expected = before.state.revision < 0 ? 'none' : before.state.revision;
      const { revision, position, at, repeated } = await log.append(stream, toAppend, expected, context);
      if (repeated) {
        const whole = await log.read(stream);
        return fold(decider, writtenBefore(whole, context) ?? historyUpTo(whole, revision));
      }
      const metadata = { at, actor: context.actor };
      const evolve = (state: State, event: Event) => decider.evolve(state, { ...event, metadata, position });
      const previous = { ...before.state, revision: revision - toAppend.length };
      return { state: decision.events.reduce(evolve, previous), position };
    } catch (error) {
      if (!(error instanceof RevisionConflict || error instanceof SubjectForgotten)) throw error;
    }
  }
  throw new CommandRejected('write-conflict');
}

const eventId = (context: RequestContext, index: number) => context.ids(`event ${index}`);

/** Returns the history up to the last event of this very request, or undefined if it has none. */
function writtenBefore(history: readonly OpenedEvent[], context: RequestContext): OpenedEvent[] | undefined {
  let end = 0;
  for (let index = 0; ; index++) {
    const found = history.findIndex((event) => event.id === eventId(context, index));
    if (found < 0) break;
    end = found + 1;
  }
  return end > 0 ? history.slice(0, end) : undefined;
}

/** Returns the events of a history up to a revision. */
export const historyUpTo = (history: readonly OpenedEvent[], revision: number): OpenedEvent[] =>
  history.filter((event) => event.revision <= revision);

/** Returns the state that events fold to, and the position of the last one. */
export function fold<State extends { revision: number }, Command, Event extends NewJournalEvent>(
  decider: Decider<State, Command, Event, unknown>,
  history: readonly OpenedEvent[],
): WriteResult<State> {
  let state = decider.initialState;
  // If foreign events precede it, its revision is more than one above that of the state.
  for (const event of history)
    state = decider.evolve({ ...state, revision: event.revision - 1 }, event as never);
  return { state, position: history.at(-1)?.position ?? beginning };
}

/**
 * Restores a deleted piece as it was, or any piece, deleted or not, to its content as of `revision`. With an
 * idempotency key it does so once. `fields` limits the restored fields of a revision, and is refused without one.
 * `isVersion`: whether the requester may know an event; any other's revision is not found.
 */
export async function restore<
  State extends { revision: number },
  Command,
  Event extends NewJournalEvent,
  Content extends object,
>(
  log: JournalLog,
  decider: PieceDecider<State, Command, Event, Rejection, Content>,
  command: Command & { readonly earlier?: ContentAtRevision<Content> },
  { revision, fields }: { readonly revision?: number; readonly fields?: readonly (keyof Content)[] },
  context: RequestContext,
  isVersion: (event: OpenedEvent) => boolean = () => true,
): Promise<WriteResult<State>> {
  if (revision === undefined) {
    if (fields) throw invalidField('revision', 'Name the revision that these fields are to be restored from');
    return decideAndAppend(log, decider, command, context);
  }
  const history = await log.read(decider.streamOf(command));
  const isKnown = history.some((event) => event.revision === revision && isVersion(event));
  if (history.length > 0 && !isKnown) throw new CommandRejected('version-not-found');
  const content = decider.contentOf(fold(decider, historyUpTo(history, revision)).state);
  if ('rejection' in content) throw new CommandRejected(content.rejection);
  return decideAndAppend(
    log,
    decider,
    { ...command, earlier: { revision, content: fields ? pick(content, fields) : content } },
    context,
  );
}

const pick = <Content extends object>(
  content: Content,
  fields: readonly (keyof Content)[],
): Partial<Content> => Object.fromEntries(fields.map((field) => [field, content[field]])) as Partial<Content>;

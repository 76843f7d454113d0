import { type Position, RevisionConflict } from '@journal/event-store';
import { type NewJournalEvent, type OpenedEvent, SubjectForgotten } from '@journal/events';
import type { Decider, Rejected } from '../decider.ts';
import { acceptRequest, findAcceptance } from './idempotency.ts';
import type { JournalLog } from './journal-log.ts';
import type { RequestContext } from './request-context.ts';

/** The state after a command, with the position of its last event (or of the stream's, where nothing changed). */
export type Written<State> = { readonly state: State; readonly position: Position };

/** What a handler may add to the rejections of its decider. */
export type CommonRejection = 'idempotency-key-reused' | 'version-not-found' | 'write-conflict';

export type Outcome<State, Rejection> = Written<State> | Rejected<Rejection>;

export type AppendOptions = {
  /** The stream cannot exist yet: the first attempt appends without reading it. */
  readonly isNew?: boolean;
  /** Whether a request with an idempotency key has been accepted already; looked up where it is not given. */
  readonly isAccepted?: boolean;
};

const maxReloads = 3;
/** Below every position. */
const beginning: Position = '';

/**
 * Loads the stream, decides, and appends at the revision that it loaded. After a conflict it reloads and decides again,
 * at most 3 times; then the outcome is `write-conflict`. A request with an idempotency key is accepted before the first
 * append; once it has written to the stream it writes nothing more, and the outcome is the state as of its last event.
 */
export async function decideAndAppend<
  State extends { revision: number },
  Command,
  Event extends NewJournalEvent,
  Rejection,
>(
  log: JournalLog,
  decider: Decider<State, Command, Event, Rejection>,
  command: Command,
  context: RequestContext,
  { isNew, isAccepted }: AppendOptions = {},
): Promise<Outcome<State, Rejection | 'write-conflict' | 'idempotency-key-reused'>> {
  const stream = decider.streamOf(command);
  const idempotency = isAccepted ? undefined : context.idempotency;
  const accepted =
    idempotency && isAccepted === undefined ? await findAcceptance(log, idempotency) : undefined;
  if (accepted && 'rejection' in accepted) return accepted;
  for (let reloads = 0; reloads <= maxReloads; reloads++) {
    const history = isNew && !accepted && reloads === 0 ? [] : await log.read(stream);
    const already = context.idempotency && writtenBefore(history, context);
    if (already) return fold(decider, already);
    const before = fold(decider, history);
    const decision = decider.decide(command, before.state);
    if ('rejection' in decision) return decision;
    if (decision.events.length === 0) return before;
    if (idempotency && !accepted) {
      const acceptance = await acceptRequest(log, idempotency, stream, context);
      if ('rejection' in acceptance) return acceptance;
    }
    try {
      const toAppend = decision.events.map((event, index) => ({ id: eventId(context, index), event }));
      const expected = before.state.revision < 0 ? 'none' : before.state.revision;
      const { revision, position, at, repeated } = await log.append(stream, toAppend, expected, context);
      if (repeated) {
        const whole = await log.read(stream);
        return fold(decider, writtenBefore(whole, context) ?? whole.slice(0, revision + 1));
      }
      const evolve = (state: State, event: Event) => decider.evolve(state, { ...event, metadata: { at } });
      return { state: decision.events.reduce(evolve, before.state), position };
    } catch (error) {
      if (!(error instanceof RevisionConflict || error instanceof SubjectForgotten)) throw error;
    }
  }
  return { rejection: 'write-conflict' };
}

const eventId = (context: RequestContext, index: number) => context.ids(`event ${index}`);

/** Returns the history up to the last event of this very request, or undefined where it has none. */
function writtenBefore(history: readonly OpenedEvent[], context: RequestContext): OpenedEvent[] | undefined {
  let end = 0;
  for (let index = 0; ; index++) {
    const found = history.findIndex((event) => event.id === eventId(context, index));
    if (found < 0) break;
    end = found + 1;
  }
  return end > 0 ? history.slice(0, end) : undefined;
}

/** Returns the state that events fold to, at the position of the last one. */
export function fold<State, Command, Event extends NewJournalEvent, Rejection>(
  decider: Decider<State, Command, Event, Rejection>,
  history: readonly OpenedEvent[],
): Written<State> {
  const state = history.reduce(
    (earlier, event) => decider.evolve(earlier, event as never),
    decider.initialState,
  );
  return { state, position: history.at(-1)?.position ?? beginning };
}

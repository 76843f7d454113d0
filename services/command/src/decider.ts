import type { EventMetadata, NewJournalEvent, OpenedEvent } from '@journal/events';

/** Outcome of a command: events, none if nothing would change, or a rejection. */
export type Decision<Event, Rejection> = { readonly events: readonly Event[] } | Rejected<Rejection>;

export type Rejected<Rejection> = { readonly rejection: Rejection };

/** An event with its time and actor. */
export type Dated<Event> = Event & {
  readonly metadata: Pick<EventMetadata, 'at' | 'actor'>;
  readonly position?: OpenedEvent['position'];
};

/** Union of a stream's commands, discriminated by `type`, from a map of types to data. */
export type CommandOf<Commands> = {
  readonly [Type in keyof Commands & string]: { readonly type: Type } & Readonly<Commands[Type]>;
}[keyof Commands & string];

/** Content of a piece as of a revision, or only those of its fields that are restored. */
export type ContentAtRevision<Content> = { readonly revision: number; readonly content: Partial<Content> };

/** The pure part of a stream: the state that its events fold to, and the outcome of a command in that state. */
export type Decider<State, Command, Event extends NewJournalEvent, Rejection> = {
  readonly initialState: State;
  /** Returns the stream that a command is for. */
  streamOf(command: Command): string;
  /** Applies the next event of a stream, whether read or just decided. Throws if the event can't follow. */
  evolve(state: State, event: Dated<Event>): State;
  decide(command: Command, state: State): Decision<Event, Rejection>;
};

/** Decider of a piece, whose content can be restored as of an earlier revision. */
export type PieceDecider<State, Command, Event extends NewJournalEvent, Rejection, Content> = Decider<
  State,
  Command,
  Event,
  Rejection
> & {
  /** Returns the content in a state, or why there is none. */
  contentOf(state: State): Content | Rejected<Rejection>;
};

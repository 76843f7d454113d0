import type { EventMetadata, NewJournalEvent } from '@journal/events';

/** What a command leads to: events, none where nothing would change, or a rejection. */
export type Decision<Event, Rejection> = { readonly events: readonly Event[] } | Rejected<Rejection>;

export type Rejected<Rejection> = { readonly rejection: Rejection };

/** An event with its time and who caused it. */
export type Dated<Event> = Event & { readonly metadata: Pick<EventMetadata, 'at' | 'actor'> };

/** The commands of a stream, discriminated by `type`, from their data by type. */
export type CommandOf<Commands> = {
  readonly [Type in keyof Commands & string]: { readonly type: Type } & Readonly<Commands[Type]>;
}[keyof Commands & string];

/** The content of a piece as of a revision, or the fields of it that are restored. */
export type Earlier<Content> = { readonly revision: number; readonly content: Partial<Content> };

/** The pure part of a stream: the state that its events fold to, and what a command leads to in that state. */
export type Decider<State, Command, Event extends NewJournalEvent, Rejection> = {
  readonly initialState: State;
  /** Returns the stream that a command is decided on. */
  streamOf(command: Command): string;
  /** Applies the next event of a stream, read or just decided. Throws if it can't follow. */
  evolve(state: State, event: Dated<Event>): State;
  decide(command: Command, state: State): Decision<Event, Rejection>;
};

/** The decider of a piece, whose content as of a revision can be restored. */
export type PieceDecider<State, Command, Event extends NewJournalEvent, Rejection, Content> = Decider<
  State,
  Command,
  Event,
  Rejection
> & {
  /** Returns the content in a state, or why there is none. */
  contentOf(state: State): Content | Rejected<Rejection>;
};

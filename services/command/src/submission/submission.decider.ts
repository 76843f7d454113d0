import {
  fieldNames,
  isOptional,
  type NewSubmissionEvent,
  type OpenedSubmissionContent,
  pickContent,
  type SubmissionContent,
  type SubmissionEdited,
  type SubmissionEvent,
  submissionFields,
} from '@journal/events';
import type { Dated, Decider, Decision } from '../decider.ts';

/** A pitch that can be read. */
export type KnownPitch = SubmissionContent & {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: string;
};

/**
 * The state that the events of a stream fold to. `revision` is that of the last one, -1 if there is none. `pitch` is
 * null once its writer has been forgotten.
 */
export type SubmissionState =
  | { readonly status: 'missing'; readonly revision: -1 }
  | {
      readonly status: 'pending' | 'deleted';
      readonly revision: number;
      readonly userId: string;
      readonly pitch: KnownPitch | null;
    }
  | {
      readonly status: 'published';
      readonly revision: number;
      readonly userId: string;
      readonly pitch: KnownPitch | null;
      readonly articleId: number;
    };

export const initialState: SubmissionState = { status: 'missing', revision: -1 };

/** Applies the next event of a stream. Throws where it cannot follow. */
export function evolve(state: SubmissionState, event: Dated<SubmissionEvent>): SubmissionState {
  const revision = state.revision + 1;
  if (event.type === 'SubmissionPitched') {
    const pitch = pitched(event.data, event.metadata.at);
    return { status: 'pending', revision, userId: event.data.userId, pitch };
  }
  if (state.status === 'missing') throw new Error(`${event.type} can't be the first event of a submission`);
  switch (event.type) {
    case 'SubmissionEdited':
      return { ...state, revision, pitch: state.pitch && edited(state.pitch, event.data) };
    case 'SubmissionPublished':
      return { ...state, revision, status: 'published', articleId: event.data.articleId };
    case 'SubmissionDeleted':
      return { ...withoutArticle(state), revision, status: 'deleted' };
    case 'SubmissionRestored':
      return { ...withoutArticle(state), revision, status: 'pending' };
    default:
      return event satisfies never;
  }
}

type DataOf<Type extends SubmissionEvent['type']> = Extract<SubmissionEvent, { type: Type }>['data'];

const withoutArticle = ({ userId, pitch }: Exclude<SubmissionState, { status: 'missing' }>) => ({
  userId,
  pitch,
});

/** The fields that are never null while the writer's key is there. */
const required = fieldNames(submissionFields).filter((name) => !isOptional(submissionFields[name]));

const isReadable = (content: OpenedSubmissionContent): content is SubmissionContent =>
  required.every((name) => content[name] !== null);

function pitched(data: DataOf<'SubmissionPitched'>, createdAt: string): KnownPitch | null {
  const { submissionId: id, userId } = data;
  const content = pickContent(submissionFields, data);
  return isReadable(content) ? { id, userId, ...content, createdAt } : null;
}

function edited(pitch: KnownPitch, data: DataOf<'SubmissionEdited'>): KnownPitch {
  const changed = fieldNames(submissionFields).filter((name) => data[name] !== undefined);
  const changes = Object.fromEntries(changed.map((name) => [name, data[name]]));
  return { ...pitch, ...changes };
}

export type PitchSubmission = {
  readonly type: 'PitchSubmission';
  readonly submissionId: string;
  /** The writer; names the key that the pitch is sealed with. */
  readonly userId: string;
  readonly content: SubmissionContent;
};

export type EditSubmission = {
  readonly type: 'EditSubmission';
  readonly submissionId: string;
  readonly content: SubmissionContent;
  /** The revisions that the editor has seen; left out: any. */
  readonly seen?: readonly number[];
};

export type PublishSubmission = {
  readonly type: 'PublishSubmission';
  readonly submissionId: string;
  /** The article that it becomes. */
  readonly articleId: number;
};

export type DeleteSubmission = { readonly type: 'DeleteSubmission'; readonly submissionId: string };

/** A pitch's content as of a revision. */
export type EarlierSubmission = { readonly revision: number; readonly content: SubmissionContent };

export type RestoreSubmission = {
  readonly type: 'RestoreSubmission';
  readonly submissionId: string;
  /** The content to restore; left out: that of its deletion. */
  readonly earlier?: EarlierSubmission;
};

export type SubmissionCommand =
  | PitchSubmission
  | EditSubmission
  | PublishSubmission
  | DeleteSubmission
  | RestoreSubmission;

export type SubmissionRejection =
  | 'submission-id-taken'
  | 'submission-not-found'
  | 'submission-not-deleted'
  | 'submission-published'
  | 'edited-meanwhile';

type SubmissionDecision = Decision<NewSubmissionEvent, SubmissionRejection>;

export const submissionDecider: Decider<
  SubmissionState,
  SubmissionCommand,
  NewSubmissionEvent,
  SubmissionRejection
> = { initialState, evolve, decide };

function decide(command: SubmissionCommand, state: SubmissionState): SubmissionDecision {
  if (command.type === 'PitchSubmission') {
    if (state.status !== 'missing') return { rejection: 'submission-id-taken' };
    const { submissionId, userId, content } = command;
    return { events: [{ type: 'SubmissionPitched', data: { submissionId, userId, ...content } }] };
  }
  if (state.status === 'published') return { rejection: 'submission-published' };
  // Without the key there is nothing to read, and nothing can be sealed.
  if (state.status === 'missing' || state.pitch === null) return { rejection: 'submission-not-found' };
  if (command.type === 'RestoreSubmission')
    return decideRestore(command, state.pitch, state.status === 'deleted');
  if (state.status === 'deleted') return { rejection: 'submission-not-found' };
  return decideOnPending(command, state.pitch, state.revision);
}

type OnPending = Exclude<SubmissionCommand, { type: 'PitchSubmission' | 'RestoreSubmission' }>;

function decideOnPending(command: OnPending, pitch: KnownPitch, revision: number): SubmissionDecision {
  switch (command.type) {
    case 'EditSubmission':
      return decideEdit(command, pitch, revision);
    case 'PublishSubmission': {
      const { articleId } = command;
      return { events: [{ type: 'SubmissionPublished', data: { ...whichOf(pitch), articleId } }] };
    }
    case 'DeleteSubmission':
      return { events: [{ type: 'SubmissionDeleted', data: whichOf(pitch) }] };
    default:
      return command satisfies never;
  }
}

function decideEdit(
  { content, seen }: EditSubmission,
  pitch: KnownPitch,
  revision: number,
): SubmissionDecision {
  if (seen && !seen.includes(revision)) return { rejection: 'edited-meanwhile' };
  return { events: editsTo(pitch, content) };
}

function decideRestore(
  { earlier }: RestoreSubmission,
  pitch: KnownPitch,
  isDeleted: boolean,
): SubmissionDecision {
  if (!isDeleted && !earlier) return { rejection: 'submission-not-deleted' };
  return {
    events: [
      ...(isDeleted ? [{ type: 'SubmissionRestored', data: whichOf(pitch) } as const] : []),
      ...(earlier ? editsTo(pitch, earlier.content, { restoredRevision: earlier.revision }) : []),
    ],
  };
}

const whichOf = ({ id, userId }: KnownPitch) => ({ submissionId: id, userId });

/** Returns the edit that gives a pitch this content, with only what differs; none where it has it already. */
function editsTo(
  pitch: KnownPitch,
  content: SubmissionContent,
  why: Pick<SubmissionEdited, 'restoredRevision'> = {},
): readonly NewSubmissionEvent[] {
  const changed = fieldNames(submissionFields).filter((field) => content[field] !== pitch[field]);
  if (changed.length === 0) return [];
  const changes = Object.fromEntries(changed.map((field) => [field, content[field]]));
  return [{ type: 'SubmissionEdited', data: { ...whichOf(pitch), ...changes, ...why } }];
}

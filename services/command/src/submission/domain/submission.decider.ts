import type { NewSubmissionEvent, SubmissionEdited } from '@journal/events';
import type {
  EditSubmission,
  RestoreSubmission,
  SubmissionCommand,
  SubmissionContent,
  SubmissionRejection,
} from './submission.commands.ts';
import type { KnownPitch, SubmissionState } from './submission.state.ts';

/** What is to happen (nothing, where nothing would change), or why it may not. */
export type Decision =
  | { readonly events: readonly NewSubmissionEvent[] }
  | { readonly rejection: SubmissionRejection };

/** Decides one command against what the stream's events add up to. Pure. */
export function decide(command: SubmissionCommand, state: SubmissionState): Decision {
  if (command.type === 'PitchSubmission') {
    if (state.status !== 'missing') return { rejection: 'submission-id-taken' };
    const { submissionId, userId, content } = command;
    return { events: [{ type: 'SubmissionPitched', data: { submissionId, userId, ...content } }] };
  }
  if (state.status === 'published') return { rejection: 'submission-published' };
  // There is no key to seal with any more, and nothing left to read.
  if (state.status === 'missing' || state.pitch === null) return { rejection: 'submission-not-found' };
  if (command.type === 'RestoreSubmission')
    return decideRestore(command, state.pitch, state.status === 'deleted');
  if (state.status === 'deleted') return { rejection: 'submission-not-found' };
  return decideOnPending(command, state.pitch, state.revision);
}

type OnPending = Exclude<SubmissionCommand, { type: 'PitchSubmission' | 'RestoreSubmission' }>;

function decideOnPending(command: OnPending, pitch: KnownPitch, revision: number): Decision {
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

function decideEdit({ content, seen }: EditSubmission, pitch: KnownPitch, revision: number): Decision {
  if (seen && !seen.includes(revision)) return { rejection: 'edited-meanwhile' };
  return { events: editsTo(pitch, content) };
}

function decideRestore({ earlier }: RestoreSubmission, pitch: KnownPitch, isDeleted: boolean): Decision {
  if (!isDeleted && !earlier) return { rejection: 'submission-not-deleted' };
  return {
    events: [
      ...(isDeleted ? [{ type: 'SubmissionRestored', data: whichOf(pitch) } as const] : []),
      ...(earlier ? editsTo(pitch, earlier.content, { restoredRevision: earlier.revision }) : []),
    ],
  };
}

const whichOf = ({ id, userId }: KnownPitch) => ({ submissionId: id, userId });

/** The edit that makes a pitch say this, of what differs alone; none where it says so already. */
function editsTo(
  pitch: KnownPitch,
  content: SubmissionContent,
  why: Pick<SubmissionEdited, 'restoredRevision'> = {},
): readonly NewSubmissionEvent[] {
  const fields = Object.keys(content) as (keyof SubmissionContent)[];
  const changed = fields.filter((field) => content[field] !== pitch[field]);
  if (changed.length === 0) return [];
  const changes = Object.fromEntries(changed.map((field) => [field, content[field]]));
  return [{ type: 'SubmissionEdited', data: { ...whichOf(pitch), ...changes, ...why } }];
}

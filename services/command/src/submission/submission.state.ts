import {
  fieldNames,
  type OpenedSubmissionContent,
  pickContent,
  type SubmissionContent,
  type SubmissionEvent,
  submissionFields,
} from '@journal/events';
import type { Dated } from '../decider.ts';

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
const required = fieldNames(submissionFields).filter((name) => name !== 'school');

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

import type { EventMetadata, SubmissionEvent } from '@journal/events';
import type { SubmissionContent } from './submission.commands.ts';

/** A pitch that can be read. */
export type KnownPitch = SubmissionContent & {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: string;
};

/**
 * What the events of a stream add up to. `revision` is that of the last one, -1 where there is none. `pitch` is null
 * once its writer has been forgotten.
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

/** A submission event with when it happened. */
export type DatedSubmissionEvent = SubmissionEvent & { readonly metadata: Pick<EventMetadata, 'at'> };

export const initialState: SubmissionState = { status: 'missing', revision: -1 };

/** Applies one event; the events of a stream, in order, from `initialState`. Throws where they can't follow. */
export function evolve(state: SubmissionState, event: DatedSubmissionEvent): SubmissionState {
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

function pitched(data: DataOf<'SubmissionPitched'>, createdAt: string): KnownPitch | null {
  const { submissionId: id, fullName, age, articleTitle, articleSummary, fullEssay, ...rest } = data;
  if (fullName === null || age === null || articleTitle === null) return null;
  if (articleSummary === null || fullEssay === null) return null;
  return { ...rest, id, fullName, age, articleTitle, articleSummary, fullEssay, createdAt };
}

function edited(pitch: KnownPitch, data: DataOf<'SubmissionEdited'>): KnownPitch {
  return {
    ...pitch,
    fullName: data.fullName ?? pitch.fullName,
    age: data.age ?? pitch.age,
    school: data.school === undefined ? pitch.school : data.school,
    section: data.section ?? pitch.section,
    articleTitle: data.articleTitle ?? pitch.articleTitle,
    articleSummary: data.articleSummary ?? pitch.articleSummary,
    fullEssay: data.fullEssay ?? pitch.fullEssay,
  };
}

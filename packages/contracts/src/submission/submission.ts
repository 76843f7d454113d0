import {
  articleFields,
  bylineOf,
  cardNames,
  type Field,
  isUuid,
  pickContent,
  readTimeBounds,
  submissionFields,
} from '@journal/events/fields';
import type { ArticleCard } from '../article/article.schema.ts';
import type { OwnSubmission, Submission } from './submission.schema.ts';

/** Returns the id of a pitch in a path; undefined unless it is a lower-case UUID. */
export const parseSubmissionId = (text: string): string | undefined => (isUuid(text) ? text : undefined);

/** Returns the path of the page on which the writer follows a pitch. */
export const ownPitchPath = (id: string): string => `/profile/pitches/${id}`;

/** Data of a pitch from its own events alone, without its writer's address. */
export type SubmissionSource = Omit<Submission, 'email'>;

/** Returns a pitch as its writer sees it, with its fields in a fixed order. */
export function toOwnSubmission(
  source: Omit<SubmissionSource, 'agreedAt'> &
    Pick<
      OwnSubmission,
      'articleState' | 'isNameWithheld' | 'waitsFor' | 'isTakenUp' | 'unansweredComments' | 'steps'
    >,
): OwnSubmission {
  const { id, status, articleState, isNameWithheld, isTakenUp, steps } = source;
  const waitsFor = status === 'pending' || status === 'published' ? source.waitsFor : null;
  const unansweredComments = status === 'pending' ? source.unansweredComments : 0;
  const ofArticle = { articleState, isNameWithheld, waitsFor };
  return { id, ...shownToAll(source), ...ofArticle, isTakenUp, unansweredComments, steps };
}

/** Returns a pitch as editors see it, with its fields in a fixed order. */
export function toSubmission(source: SubmissionSource, email: string | null): Submission {
  const { id, userId, assigneeId, agreedAt } = source;
  return { id, userId, email, ...shownToAll(source), assigneeId, agreedAt };
}

const shownToAll = (source: Omit<SubmissionSource, 'agreedAt'>) => ({
  ...pickContent(submissionFields, source),
  byline: source.byline,
  createdAt: source.createdAt,
  status: source.status,
  articleId: source.articleId,
  stage: source.status === 'pending' ? source.stage : null,
  stageSince: source.stageSince,
  dueAt: source.dueAt,
  issueNumber: source.issueNumber,
  publishAt: source.status === 'pending' ? source.publishAt : null,
  ...(source.awaitsConsent && { awaitsConsent: source.awaitsConsent }),
});

/**
 * Period in which an editor can undo a deletion before its writer is notified, in milliseconds. Until then the mail is
 * delayed, and the writer's own list shows the pitch unchanged.
 */
export const undoPeriod = 60_000;

/** Maximum time that a writer can be given for changes, in milliseconds. */
export const maxNotice = 366 * 24 * 3_600_000;

/** Maximum time by which anything can be scheduled in advance, in milliseconds. */
export const maxPlanned = 2 * 366 * 24 * 3_600_000;

/** Recommended length of essays, in words; not enforced. */
export const essayGuidance = { minimum: 800, maximum: 1_200 } as const;
const wordsPerMinute = 220;

/** Returns the number of words as writers count them, separated by white space. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Returns the reading time of a text in whole minutes, within `readTimeBounds`. */
export function readTimeOf(text: string): number {
  const minutes = Math.round(countWords(text) / wordsPerMinute);
  return Math.min(readTimeBounds.maximum, Math.max(readTimeBounds.minimum, minutes));
}

type Pitched = Pick<
  SubmissionSource,
  | 'fullName'
  | 'age'
  | 'school'
  | 'section'
  | 'articleTitle'
  | 'articleSummary'
  | 'fullEssay'
  | 'byline'
  | 'createdAt'
>;

/**
 * Returns a pitch as the card of the article that it will become, without its id. Fields that editors choose have their
 * initial values.
 */
export function toPitchCard(pitch: Pitched): Omit<ArticleCard, 'id' | 'debate'> {
  const { articleTitle: title, articleSummary: excerpt, section, createdAt } = pitch;
  const byline = bylineOf(pitch, pitch.byline);
  const known: Record<string, unknown> = {
    title,
    excerpt,
    section,
    ...byline,
    readTime: readTimeOf(pitch.fullEssay),
  };
  const shown = cardNames(articleFields).map((name) => [name, known[name] ?? initialOf(articleFields[name])]);
  return { ...Object.fromEntries(shown), createdAt };
}

const initialOf = ({ value }: Field) => ('initial' in value ? value.initial : null);

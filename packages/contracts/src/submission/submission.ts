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

/** Returns the id of a pitch in a path: a UUID in lower case, or undefined. */
export const parseSubmissionId = (text: string): string | undefined => (isUuid(text) ? text : undefined);

/** Returns the path of the page on which its writer follows a pitch. */
export const ownPitchPath = (id: string): string => `/profile/pitches/${id}`;

/** What is known of a pitch by its own events alone; its writer's address is not. */
export type SubmissionSource = Omit<Submission, 'email'>;

/** Returns the pitch as its writer sees it, its fields always in the same order. */
export function toOwnSubmission(
  source: Omit<SubmissionSource, 'agreedAt'> &
    Pick<OwnSubmission, 'articleState' | 'waitsFor' | 'isTakenUp' | 'unansweredComments' | 'steps'>,
): OwnSubmission {
  const { id, status, articleState, isTakenUp, steps } = source;
  const waitsFor = status === 'pending' || status === 'published' ? source.waitsFor : null;
  const unansweredComments = status === 'pending' ? source.unansweredComments : 0;
  return { id, ...shownToAll(source), articleState, waitsFor, isTakenUp, unansweredComments, steps };
}

/** Returns the pitch as editors see it, its fields always in the same order. */
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
  publishAt: source.publishAt,
  ...(source.awaitsConsent && { awaitsConsent: source.awaitsConsent }),
});

/**
 * Milliseconds in which an editor can undo a deletion without its writer having been told: the mail waits as long, and
 * so long the writer's own list shows the pitch as it was.
 */
export const undoPeriod = 60_000;

/** The most milliseconds that a writer may be given to change a pitch. */
export const maxNotice = 366 * 24 * 3_600_000;

/** The most milliseconds ahead for which anything can be planned. */
export const maxPlanned = 2 * 366 * 24 * 3_600_000;

/** What the journal asks essays for, in words; guidance, not a limit. */
export const essayGuidance = { minimum: 800, maximum: 1_200 } as const;
const wordsPerMinute = 220;

/** Returns the number of words as a writer counts them: what stands between spaces. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Returns the whole minutes that a text takes to read, within what an article may say of itself. */
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

/** Returns a pitch as the card of the article that it is to become, but for its id; what editors choose of it is as at first. */
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

import { type ProblemCode, parseArticleId, parseSubmissionId } from '@journal/contracts';
import { articleFields, columnsOf, submissionFields } from '@journal/events/fields';

/** A kind of piece that has a history, and where it is kept. */
export type HistorySource = {
  /** The route of one piece has its id behind this. */
  readonly path: '/api/articles' | '/api/submissions';
  /** What an id of the path is in the tables; undefined where it can be none. */
  readonly parseId: (text: string) => number | string | undefined;
  readonly notFound: ProblemCode;
  /** The table of versions, in the schema of its read model, and the column that says of which piece. */
  readonly table: string;
  readonly key: string;
  /** The fields that a version can bring, each with its column, in the order in which a reader sees them. */
  readonly fields: Readonly<Record<string, string>>;
};

export const articleHistory: HistorySource = {
  path: '/api/articles',
  parseId: parseArticleId,
  notFound: 'article-not-found',
  table: 'article_version',
  key: 'article_id',
  fields: columnsOf(articleFields),
};

const { articleTitle, articleSummary, fullEssay, section, ...writer } = columnsOf(submissionFields);

export const submissionHistory: HistorySource = {
  path: '/api/submissions',
  parseId: parseSubmissionId,
  notFound: 'submission-not-found',
  table: 'submission_version',
  key: 'submission_id',
  // What the pitch says, and then who says it.
  fields: { articleTitle, articleSummary, fullEssay, section, ...writer },
};

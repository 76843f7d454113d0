import {
  answerProperties,
  issueFields,
  issueStatuses,
  maxIssuePieces,
  requestProperties,
  textLimits,
} from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { Article, ArticleCard } from '../article/article.schema.ts';
import { Stage, Submission, SubmissionStatus } from '../submission/submission.schema.ts';
import { ArticleId, ClosedObject, Count, DateTime, IssueNumber, nullable } from '../system/schemas.ts';

/** Form fields of an issue. Absent fields have the defaults of a new issue. */
export const IssueFields = ClosedObject(requestProperties(issueFields));
export type IssueFields = Static<typeof IssueFields>;

/** A new issue. Default of `number`: the first free one above the highest existing number. */
export const NewIssue = ClosedObject({ ...IssueFields.properties, number: Type.Optional(IssueNumber) });
export type NewIssue = Static<typeof NewIssue>;

/**
 * All pieces of an issue in order: articles, and accepted pitches, which become articles with it. `heading`: heading
 * above this piece and the following ones, up to the next heading.
 */
export const IssuePieces = ClosedObject({
  pieces: Type.Array(
    ClosedObject({
      /** Exactly one of `articleId` and `submissionId`. */
      articleId: Type.Optional(ArticleId),
      submissionId: Type.Optional(Type.String({ format: 'uuid', label: 'Submission id' })),
      heading: Type.Optional(
        nullable(Type.String({ maxLength: textLimits.name, format: 'printable', label: 'Heading' })),
      ),
    }),
    {
      maxItems: maxIssuePieces,
      label: 'Pieces',
      message: `An issue has at most ${maxIssuePieces} pieces`,
    },
  ),
});
export type IssuePieces = Static<typeof IssuePieces>;

/** Publishes immediately if `at` is absent. */
export const IssuePublication = ClosedObject({
  at: Type.Optional(Type.String({ format: 'date-time', label: 'Date and time' })),
});
export const PlannedIssue = Type.Required(IssuePublication);

const own = {
  number: Type.Integer(),
  /** Readers see only `published` issues. `closed`: its pitches are becoming articles at this moment. */
  status: Type.Enum([...issueStatuses]),
  /** Time at which readers first saw the issue since it was last withdrawn. */
  publishedAt: nullable(DateTime),
  /** Scheduled time of publication; null if there is none. */
  publishAt: nullable(DateTime),
};
const { letter, ...front } = answerProperties(issueFields);

const heading = nullable(Type.String());
const placed = { articleId: Type.Integer(), heading };
const waiting = { submissionId: Type.String(), heading };

/** An issue as returned by a write, with its pieces in order. */
export const IssueState = Type.Object({
  ...own,
  ...front,
  letter,
  pieces: Type.Array(Type.Union([Type.Object(placed), Type.Object(waiting)])),
});
export type IssueState = Static<typeof IssueState>;

/** The published issue with the highest number; null if there is none. */
export const NewestIssue = nullable(Type.Object({ number: Type.Integer(), date: Type.String() }));
export type NewestIssue = Static<typeof NewestIssue>;

/** Maximum number of pieces that the archive lists per issue. */
export const namedPieces = 8;

/** An issue in the archive. */
export const IssueCard = Type.Object({
  ...own,
  ...front,
  /** Number of pieces that readers see; for editors, including the pitches that are published with the issue. */
  pieces: Count,
  /** The first of them in order, at most eight. */
  contents: Type.Array(Type.Object({ articleId: Type.Integer(), title: Type.String() })),
});
export type IssueCard = Static<typeof IssueCard>;

const Neighbour = nullable(Type.Object({ number: Type.Integer(), title: nullable(Type.String()) }));

/** A pitch that waits for an issue. */
export const WaitingPitch = Type.Object({
  /** Card of the article that the pitch will become, without its id. */
  card: Type.Omit(ArticleCard, ['id', 'debate']),
  status: SubmissionStatus,
  /** Null if the pitch is not pending. */
  stage: nullable(Stage),
  awaitsConsent: Submission.properties.awaitsConsent,
});
export type WaitingPitch = Static<typeof WaitingPitch>;

/** A whole issue, with its pieces as readers see them. */
export const Issue = Type.Object({
  ...own,
  ...front,
  letter,
  pieces: Type.Array(
    Type.Union([
      Type.Object({
        ...placed,
        /** Null if readers can't currently see the article, which only editors are shown. */
        article: nullable(ArticleCard),
      }),
      /** Only shown to editors. `pitch`: null if its writer was forgotten. */
      Type.Object({ ...waiting, article: Type.Null(), pitch: nullable(WaitingPitch) }),
    ]),
  ),
  /** The previous and the next published issue. */
  previous: Neighbour,
  next: Neighbour,
});
export type Issue = Static<typeof Issue>;

/** An issue with the texts of all pieces that readers see. */
export const WholeIssue = Type.Object({
  ...own,
  ...front,
  letter,
  pieces: Type.Array(
    Type.Object({
      articleId: Type.Integer(),
      heading: nullable(Type.String()),
      article: Type.Object({ ...ArticleCard.properties, content: Article.properties.content }),
    }),
  ),
});
export type WholeIssue = Static<typeof WholeIssue>;

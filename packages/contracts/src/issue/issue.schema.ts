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

/** What an editor fills in; what is left out is as in a new issue. */
export const IssueFields = ClosedObject(requestProperties(issueFields));
export type IssueFields = Static<typeof IssueFields>;

/** A new issue; without `number` it has the first one that is free from that of the newest issue on. */
export const NewIssue = ClosedObject({ ...IssueFields.properties, number: Type.Optional(IssueNumber) });
export type NewIssue = Static<typeof NewIssue>;

/**
 * All pieces of an issue in their order: articles, and pitches that are accepted, which become articles with it. `heading`:
 * above this one and those after it, up to the next heading.
 */
export const IssuePieces = ClosedObject({
  pieces: Type.Array(
    ClosedObject({
      /** Either of the two. */
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

/** At once where `at` is left out. */
export const IssuePublication = ClosedObject({
  at: Type.Optional(Type.String({ format: 'date-time', label: 'Date and time' })),
});
export const PlannedIssue = Type.Required(IssuePublication);

const own = {
  number: Type.Integer(),
  /** Readers see those alone that are `published`; `closed` is one whose pitches become articles at this moment. */
  status: Type.Enum([...issueStatuses]),
  /** When readers saw it first since it was last withdrawn. */
  publishedAt: nullable(DateTime),
  /** When it is to be published, where that is planned. */
  publishAt: nullable(DateTime),
};
const { letter, ...front } = answerProperties(issueFields);

const heading = nullable(Type.String());
const placed = { articleId: Type.Integer(), heading };
const waiting = { submissionId: Type.String(), heading };

/** An issue as a write leaves it; its pieces in their order. */
export const IssueState = Type.Object({
  ...own,
  ...front,
  letter,
  pieces: Type.Array(Type.Union([Type.Object(placed), Type.Object(waiting)])),
});
export type IssueState = Static<typeof IssueState>;

/** The published issue with the highest number; null where there is none. */
export const NewestIssue = nullable(Type.Object({ number: Type.Integer(), date: Type.String() }));
export type NewestIssue = Static<typeof NewestIssue>;

/** How many pieces of an issue the archive names. */
export const namedPieces = 8;

/** An issue in the archive. */
export const IssueCard = Type.Object({
  ...own,
  ...front,
  /** How many of its pieces readers see; for editors with those pitches that it comes out with. */
  pieces: Count,
  /** The first of them in their order, eight at most. */
  contents: Type.Array(Type.Object({ articleId: Type.Integer(), title: Type.String() })),
});
export type IssueCard = Static<typeof IssueCard>;

const Neighbour = nullable(Type.Object({ number: Type.Integer(), title: nullable(Type.String()) }));

/** A pitch that waits for an issue. */
export const WaitingPitch = Type.Object({
  /** As the article that it is to become, but for its id. */
  card: Type.Omit(ArticleCard, ['id', 'debate']),
  status: SubmissionStatus,
  /** Null where it is not pending. */
  stage: nullable(Stage),
  awaitsConsent: Submission.properties.awaitsConsent,
});
export type WaitingPitch = Static<typeof WaitingPitch>;

/** A whole issue: its pieces as readers see them. */
export const Issue = Type.Object({
  ...own,
  ...front,
  letter,
  pieces: Type.Array(
    Type.Union([
      Type.Object({
        ...placed,
        /** Null for one that readers do not see at the moment; only editors are told of it. */
        article: nullable(ArticleCard),
      }),
      /** Only editors are told of it. `pitch`: null where its writer was forgotten. */
      Type.Object({ ...waiting, article: Type.Null(), pitch: nullable(WaitingPitch) }),
    ]),
  ),
  /** The published issues before and after it. */
  previous: Neighbour,
  next: Neighbour,
});
export type Issue = Static<typeof Issue>;

/** An issue with the texts of all its pieces that readers see. */
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

import { auditKinds } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { Article } from '../article/article.schema.ts';
import { HistoryVersion } from '../audit/history.routes.ts';
import { OwnSubmission } from '../submission/submission.schema.ts';
import { DateTime, nullable } from '../system/schemas.ts';
import { SessionUser } from './account.schema.ts';

/** A version of a piece with the values that it brought; null where a value has been erased. */
export const ExportedVersion = Type.Object({
  ...Type.Pick(HistoryVersion, ['revision', 'event', 'at', 'changed']).properties,
  event: Type.Enum([...auditKinds.article]),
  values: Type.Record(Type.String(), Type.Unknown()),
});

export const ExportedArticle = Type.Object({
  ...Article.properties,
  deletedAt: nullable(DateTime),
  /** Oldest first. */
  versions: Type.Array(ExportedVersion),
});

export const ExportedSubmission = Type.Object({
  ...OwnSubmission.properties,
  /** Oldest first. */
  versions: Type.Array(Type.Object({ ...ExportedVersion.properties, event: Type.String() })),
});

/** All that is held about a person. */
export const AccountExport = Type.Object({
  exportedAt: DateTime,
  account: SessionUser,
  /** What happened to the account, oldest first. */
  events: Type.Array(
    Type.Object({
      type: Type.String(),
      at: DateTime,
      requestId: Type.String(),
    }),
  ),
  /** Pieces under this person's name, deleted ones too. */
  articles: Type.Array(ExportedArticle),
  /** This person's pitches, whatever became of them, oldest first. */
  submissions: Type.Array(ExportedSubmission),
  /** Of the account's address; null where there is none. Until it is confirmed nothing is sent. */
  newsletter: Type.Union([
    Type.Object({
      email: nullable(Type.String()),
      confirmedAt: nullable(DateTime),
    }),
    Type.Null(),
  ]),
});
export type AccountExport = Static<typeof AccountExport>;

import type { RecordedEvent } from '@journal/event-store';
import { articleEvents, issueEvents, pageEvents, submissionEvents, userEvents } from '@journal/events';
import { wordsModel } from '@journal/read-models';
import type pg from 'pg';
import { type Projection, ProjectionFault } from '../../engine/projection.ts';
import { waitForPosition } from '../../engine/wait-for-model.ts';
import {
  articleTables,
  type ChangedWords,
  changedWords,
  issueTables,
  type PieceTables,
  pageTables,
  submissionTables,
  type WantedVersions,
} from './changed-words.ts';

export type WordsProjectionParts = {
  /** Connections for reading articles, issues, pages and pitches. */
  readonly database: pg.Pool;
  /** Schemas to follow. Default: those of the read models. */
  readonly articlesSchema?: string | undefined;
  readonly submissionsSchema?: string | undefined;
  /** Longest wait of one attempt for their projections, in milliseconds. Default: 10,000. */
  readonly timeout?: number;
};

/** With texts of 60 KB before and after a change, a batch takes 24 MB. */
const batchSize = 200;
const { ArticlePublished, ArticleEdited, ArticleBylineChosen, ArticleUnnamed, ArticleErased } = articleEvents;
const { SubmissionPitched, SubmissionEdited, SubmissionResubmitted, SubmissionErased } = submissionEvents;
const { IssueOpened, IssueEdited } = issueEvents;
const { PageEdited } = pageEvents;
const { UserForgotten } = userEvents;

/**
 * Returns the projection of the words that each version added or removed. Like the search, it follows the tables of
 * articles and pitches: events, which stay sealed, determine the versions and the position that the tables must have
 * reached. After a user was forgotten or a piece erased, all their versions are read again, so that no erased word
 * remains and a rebuild gives the same rows.
 */
export function createWordsProjection(parts: WordsProjectionParts): Projection<RecordedEvent> {
  const { database, timeout = 10_000 } = parts;
  const articles: PieceTables = { ...articleTables, schema: parts.articlesSchema ?? articleTables.schema };
  const submissions: PieceTables = {
    ...submissionTables,
    schema: parts.submissionsSchema ?? submissionTables.schema,
  };

  const issues: PieceTables = { ...issueTables, schema: articles.schema };
  const pages: PieceTables = { ...pageTables, schema: articles.schema };

  return {
    model: wordsModel,
    events: {
      ArticlePublished,
      ArticleEdited,
      ArticleBylineChosen,
      ArticleUnnamed,
      ArticleErased,
      SubmissionPitched,
      SubmissionEdited,
      SubmissionResubmitted,
      SubmissionErased,
      IssueOpened,
      IssueEdited,
      PageEdited,
      UserForgotten,
    },
    batchSize,
    reads: 'recorded',
    prepare(events) {
      const last = events.at(-1)?.position;
      const namedBy = (eventType: string, idField: string) =>
        events.flatMap(({ type, data }) => (type === eventType ? [`${data[idField]}`] : []));
      const owners = namedBy(UserForgotten.type, 'userId');
      const erased = {
        articleId: namedBy(ArticleErased.type, 'articleId'),
        submissionId: namedBy(SubmissionErased.type, 'submissionId'),
        issueNumber: [],
        pageId: [],
      };
      const wanted = (idField: keyof typeof erased): WantedVersions => ({
        versions: versionsIn(events, idField),
        pieces: erased[idField],
        owners,
      });
      let changed: readonly ChangedWords[] = [];
      return {
        async before(signal) {
          if (last === undefined) return;
          for (const { schema } of [articles, submissions])
            await waitForPosition(last, { database, schema, timeout, signal });
          changed = [
            ...(await changedWords(database, articles, wanted('articleId'))),
            ...(await changedWords(database, submissions, wanted('submissionId'))),
            ...(await changedWords(database, issues, wanted('issueNumber'))),
            ...(await changedWords(database, pages, wanted('pageId'))),
          ];
        },
        async apply(transaction) {
          if (changed.length > 0)
            transaction.write(
              `insert into ${transaction.schema}.change (position, words)
               select position, array_to_tsvector(string_to_array(words, ' '))
               from unnest($1::text[], $2::text[]) as change (position, words)
               on conflict (position) do update set words = excluded.words`,
              [changed.map(({ position }) => position), changed.map(({ words }) => words.join(' '))],
            );
          return [];
        },
      };
    },
  };
}

/** Returns the versions that the events made of one kind of piece. Throws `ProjectionFault`. */
function versionsIn(events: readonly RecordedEvent[], idField: string): WantedVersions['versions'] {
  return events.flatMap((event) => {
    const id = event.data[idField];
    if (id === undefined) return [];
    if (typeof id !== 'number' && typeof id !== 'string')
      throw new ProjectionFault(
        { ...event, erased: [] } as never,
        new Error('it does not name an article or a pitch'),
      );
    return [{ id, revision: Number(event.revision) }];
  });
}

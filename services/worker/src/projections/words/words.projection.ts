import type { RecordedEvent } from '@journal/event-store';
import { articleEvents, issueEvents, pageEvents, submissionEvents, userEvents } from '@journal/events';
import { wordsModel } from '@journal/read-models';
import type pg from 'pg';
import { type Projection, ProjectionFault } from '../../engine/projection.ts';
import { modelReached } from '../../engine/wait-for-model.ts';
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
  /** The articles, issues, pages and pitches are read from it. */
  readonly database: pg.Pool;
  /** Followed instead of the usual tables. */
  readonly articlesSchema?: string | undefined;
  readonly submissionsSchema?: string | undefined;
  /** Milliseconds that one attempt waits for them; default 10 s. */
  readonly timeout?: number;
};

/** With texts of 60 KB before and after it is 24 MB. */
const batchSize = 200;
const { ArticlePublished, ArticleEdited, ArticleBylineChosen, ArticleErased } = articleEvents;
const { SubmissionPitched, SubmissionEdited, SubmissionResubmitted, SubmissionErased } = submissionEvents;
const { IssueOpened, IssueEdited } = issueEvents;
const { PageEdited } = pageEvents;
const { UserForgotten } = userEvents;

/**
 * Which words each version added or removed. Follows the tables of articles and pitches as the search does: events, which
 * stay sealed, say which versions there are and how far the tables have to have come. Of whom was forgotten, and of a
 * piece that was erased, every version is read again, so that nothing stays that is gone there, and tables that are built anew are the same.
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
            await modelReached(last, { database, schema, timeout, signal });
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

/** Returns which versions the events about a kind of piece made. Throws `ProjectionFault`. */
function versionsIn(events: readonly RecordedEvent[], idField: string): WantedVersions['versions'] {
  return events.flatMap((event) => {
    const id = event.data[idField];
    if (id === undefined) return [];
    if (typeof id !== 'number' && typeof id !== 'string')
      throw new ProjectionFault({ ...event, erased: [] } as never, new Error('it names no piece'));
    return [{ id, revision: Number(event.revision) }];
  });
}

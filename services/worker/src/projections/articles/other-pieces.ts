import { topics } from '@journal/contracts';
import {
  type ArticleEvent,
  type IssueEvent,
  nameWithheld,
  type OpenedEvent,
  type UserEvent,
} from '@journal/events';
import type { UserForgotten } from '../../engine/erasure.ts';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, insertRows, type Table } from '../../engine/rows.ts';
import type { StepTransaction } from '../../engine/step.ts';

/** Events that change articles; the publication of an issue makes its waiting articles visible. */
export type PieceEvent =
  | OpenedEvent<ArticleEvent>
  | OpenedEvent<Extract<IssueEvent, { type: 'IssuePublished' }>>
  | UserForgotten;
export type SettingEvent = OpenedEvent<
  Extract<UserEvent, { type: 'OtherPiecesShown' | 'OtherPiecesHidden' }>
>;

const showing: Table<{ readonly contributorId: string }> = {
  name: 'showing_contributor',
  columns: { contributorId: 'text' },
};

/** Number of events above which a batch is a change of everything: finding out more takes longer than it saves. */
const maxWithTopics = 500;

/**
 * Returns the projection of articles, extended by the writers whose articles link to each other; its `events` must
 * include their settings. While a writer's articles do, a change of one also changes what readers see at the end of the
 * others with the same byline. No other topics reveal which articles belong together.
 */
export function withOtherPieces(pieces: Projection<PieceEvent>): Projection<PieceEvent | SettingEvent> {
  return {
    ...pieces,
    prepare(batch) {
      const ofPieces = batch.filter((event): event is PieceEvent => !isSetting(event));
      const { apply } = pieces.prepare(ofPieces);
      const wishes = wishesIn(batch);
      return {
        async apply(transaction) {
          const [changed = [], others] = await Promise.all([
            apply?.(transaction),
            batch.length > maxWithTopics ? [] : othersOf(transaction, ofPieces, [...wishes.keys()]),
          ]);
          const [shown, hidden] = [true, false].map((wish) =>
            [...wishes.keys()].filter((userId) => wishes.get(userId) === wish),
          ) as [string[], string[]];
          const rows = shown.map((contributorId) => ({ contributorId }));
          insertRows(transaction, showing, rows, 'on conflict do nothing');
          deleteRows(transaction, showing, 'contributorId', hidden);
          if (batch.length > maxWithTopics) return [topics.everything];
          const led = others.filter(({ contributorId, isShown }) => isShown || wishes.get(contributorId));
          const named = led.flatMap(({ id }) => [topics.articles, topics.article(id)]);
          // Individual topics would reveal that these articles have the same writer.
          return new Set([...changed, ...(hasSeveralBylines(led, wishes) ? [topics.everything] : named)]);
        },
      };
    },
  };
}

const isSetting = ({ type }: PieceEvent | SettingEvent) =>
  type === 'OtherPiecesShown' || type === 'OtherPiecesHidden';

/** Returns the last choice of each writer in the batch; false for a forgotten writer. */
function wishesIn(batch: readonly (PieceEvent | SettingEvent)[]): ReadonlyMap<string, boolean> {
  const wishes = new Map<string, boolean>();
  for (const { type, data } of batch)
    if ('userId' in data) wishes.set(data.userId, type === 'OtherPiecesShown');
  return wishes;
}

type Byline = Readonly<Record<'authorName' | 'authorAge' | 'authorSchool', string | number | null>>;
const bylineParts: readonly string[] = ['authorName', 'authorAge', 'authorSchool'] satisfies (keyof Byline)[];

type Other = Byline & { readonly id: number; readonly contributorId: string; readonly isShown: boolean };

/** Whether a writer with a new choice has articles with different bylines. */
function hasSeveralBylines(others: readonly Other[], wishes: ReadonlyMap<string, boolean>): boolean {
  const first = new Map<string, string>();
  return others.some(({ contributorId, authorName, authorAge, authorSchool }) => {
    const byline = JSON.stringify([authorName, authorAge, authorSchool]);
    const other = first.get(contributorId);
    first.set(contributorId, byline);
    return wishes.has(contributorId) && other !== undefined && other !== byline;
  });
}

/** Returns the byline parts that the events set, per article, with the last value of each part. */
function bylinesIn(events: readonly PieceEvent[]): readonly object[] {
  const said = new Map<number, object>();
  for (const { data } of events) {
    if (!('contributorId' in data && 'articleId' in data)) continue;
    const { articleId, contributorId } = data;
    const parts = Object.entries(data).filter(([name]) => bylineParts.includes(name));
    said.set(articleId, { ...said.get(articleId), articleId, contributorId, ...Object.fromEntries(parts) });
  }
  return [...said.values()];
}

/**
 * Resolves with the articles, listed before the step, of `writers`; and, of writers whose articles link to each other,
 * with those whose byline one of the events introduces or ends.
 */
async function othersOf(
  transaction: StepTransaction,
  events: readonly PieceEvent[],
  writers: readonly string[],
): Promise<readonly Other[]> {
  const articleIds = events.flatMap(({ data }) => {
    if ('issueNumber' in data && 'pieces' in data)
      return data.pieces?.map(({ articleId }) => articleId) ?? [];
    return 'articleId' in data ? [data.articleId] : [];
  });
  if (articleIds.length + writers.length === 0) return [];
  const { schema } = transaction;
  return transaction.read<Other>(
    `with before as (
       select id, contributor_id, author_name, author_age, author_school from ${schema}.article
       where id = any ($1::integer[])
     ), changed as (
       select contributor_id, author_name, author_age, author_school from before
       union
       select said ->> 'contributorId',
         case when said ? 'authorName' then said ->> 'authorName' else author_name end,
         case when said ? 'authorAge' then (said ->> 'authorAge')::integer else author_age end,
         case when said ? 'authorSchool' then said ->> 'authorSchool' else author_school end
       from jsonb_array_elements($2::jsonb) as said
       left join before on id = (said ->> 'articleId')::integer
     ), concerned as (
       select other.id from changed
       join ${schema}.showing_contributor using (contributor_id)
       join ${schema}.article as other using (contributor_id)
       where other.author_name = changed.author_name
         and other.author_age is not distinct from changed.author_age
         and other.author_school is not distinct from changed.author_school
       union select id from ${schema}.article where contributor_id = any ($3::text[])
     )
     select id, contributor_id as "contributorId", showing.contributor_id is not null as "isShown",
       author_name as "authorName", author_age as "authorAge", author_school as "authorSchool"
     from concerned join ${schema}.article using (id)
     left join ${schema}.showing_contributor as showing using (contributor_id)
     where listed and author_name <> $4`,
    [articleIds, JSON.stringify(bylinesIn(events)), writers, nameWithheld],
  );
}

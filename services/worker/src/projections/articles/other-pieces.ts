import { topics } from '@journal/contracts';
import type { ArticleEvent, OpenedEvent, UserEvent } from '@journal/events';
import type { UserForgotten } from '../../engine/erasure.ts';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, insertRows, type Table } from '../../engine/rows.ts';
import type { StepTransaction } from '../../engine/step.ts';

type PieceEvent = OpenedEvent<ArticleEvent> | UserForgotten;
export type SettingEvent = OpenedEvent<
  Extract<UserEvent, { type: 'OtherPiecesShown' | 'OtherPiecesHidden' }>
>;

const showing: Table<{ readonly contributorId: string }> = {
  name: 'showing_contributor',
  columns: { contributorId: 'text' },
};

/**
 * Returns the projection of articles with the writers whose articles lead to each other; its `events` have to name their
 * settings, too. As long as a writer's do, a change of one is a change of what readers see at the end of the others. No
 * topic says otherwise that articles belong together.
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
            othersOf(transaction, ofPieces, [...wishes.keys()]),
          ]);
          const [shown, hidden] = [true, false].map((wish) =>
            [...wishes.keys()].filter((userId) => wishes.get(userId) === wish),
          ) as [string[], string[]];
          const rows = shown.map((contributorId) => ({ contributorId }));
          insertRows(transaction, showing, rows, 'on conflict do nothing');
          deleteRows(transaction, showing, 'contributorId', hidden);
          const led = others.filter(({ contributorId, isShown }) => isShown || wishes.get(contributorId));
          return new Set([
            ...changed,
            ...(led.length > 0 ? [topics.articles] : []),
            ...led.map(({ id }) => topics.article(id)),
          ]);
        },
      };
    },
  };
}

const isSetting = ({ type }: PieceEvent | SettingEvent) =>
  type === 'OtherPiecesShown' || type === 'OtherPiecesHidden';

/** Returns the last wish of each writer in the batch; whoever is forgotten has none any more. */
function wishesIn(batch: readonly (PieceEvent | SettingEvent)[]): ReadonlyMap<string, boolean> {
  const wishes = new Map<string, boolean>();
  for (const { type, data } of batch)
    if ('userId' in data) wishes.set(data.userId, type === 'OtherPiecesShown');
  return wishes;
}

type Other = { readonly id: number; readonly contributorId: string; readonly isShown: boolean };

/**
 * Resolves with the listed articles, before the step, of the writers named, and of those whose articles lead to each
 * other and are changed by the events.
 */
async function othersOf(
  transaction: StepTransaction,
  events: readonly PieceEvent[],
  writers: readonly string[],
): Promise<readonly Other[]> {
  const articleIds = events.flatMap(({ data }) => ('articleId' in data ? [data.articleId] : []));
  const owners = events.flatMap(({ data }) => ('contributorId' in data ? [data.contributorId] : []));
  if (articleIds.length + writers.length === 0) return [];
  const { schema } = transaction;
  return transaction.read<Other>(
    `with changed as (
       select unnest($1::text[]) as contributor_id
       union select contributor_id from ${schema}.article where id = any ($2::integer[])
     ), concerned as (
       select contributor_id from changed join ${schema}.showing_contributor using (contributor_id)
       union select unnest($3::text[])
     )
     select id, contributor_id as "contributorId", showing.contributor_id is not null as "isShown"
     from concerned join ${schema}.article using (contributor_id)
     left join ${schema}.showing_contributor as showing using (contributor_id)
     where listed`,
    [owners, articleIds, writers],
  );
}

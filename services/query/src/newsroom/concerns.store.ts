import type { ReportedConcern } from '@journal/contracts';
import { invalidField } from '@journal/service-kit';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';
import { type ConcernPlace, createSubmissionsStore } from '../submission/submissions.store.ts';

type ListedConcern = ReportedConcern & ConcernPlace;

/** Returns the query for reported concerns. It rejects after 5 s without an answer. */
export function createConcernsStore(pool: pg.Pool) {
  const { run } = openDatabase(pool);
  const submissions = createSubmissionsStore(pool);
  return {
    /**
     * At most `count` concerns, newest first, only those after a place if one is given: of writers who have not been
     * forgotten, and of everybody else.
     */
    async list(after: ConcernPlace | undefined, count: number): Promise<readonly ListedConcern[]> {
      const [ofWriters, ofOthers] = await Promise.all([
        submissions.concerns(after, count),
        run<ListedConcern>(
          `select concern_id as "concernId", at, null as "submissionId", title as "articleTitle",
             article_id as "articleId", null as "userId", null as "fullName", reply_to as "replyTo", text
           from ${schemas.concerns}.concern left join ${schemas.articles}.article on article.id = article_id
           where text is not null
             and ($2::timestamptz is null or (at, concern_id collate "C") < ($2::timestamptz, $3))
           order by at desc, concern_id collate "C" desc limit $1`,
          count,
          after?.at ?? null,
          after?.concernId ?? '',
        ),
      ]);
      const all = [...ofWriters.map((one) => ({ ...one, articleId: null, replyTo: null })), ...ofOthers];
      return all.sort((one, other) => (isBefore(one, other) ? 1 : -1)).slice(0, count);
    },
  };
}

const isBefore = (one: ConcernPlace, other: ConcernPlace): boolean =>
  one.at === other.at ? one.concernId < other.concernId : one.at < other.at;

/** Returns the cursor of the concerns after this one. */
export const cursorAt = ({ at, concernId }: ConcernPlace): string => `${at}/${concernId}`;

/** Returns the place in a cursor. Throws if it is not one. */
export function placeIn(cursor: string): ConcernPlace {
  const [, at = '', concernId = ''] = /^([1-9]\d{3}-[^/]{1,30}Z)\/(.+)$/.exec(cursor) ?? [];
  if (Number.isNaN(Date.parse(at))) throw invalidField('after', 'This cursor is not valid');
  return { at: new Date(at).toISOString(), concernId };
}

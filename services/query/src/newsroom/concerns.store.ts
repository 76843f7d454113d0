import type { ReportedConcern } from '@journal/contracts';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';
import { createSubmissionsStore } from '../submission/submissions.store.ts';

/** Returns the query for reported concerns. It rejects after 5 s without an answer. */
export function createConcernsStore(pool: pg.Pool) {
  const { run } = openDatabase(pool);
  const submissions = createSubmissionsStore(pool);
  return {
    /** At most `count` concerns, newest first: of writers who have not been forgotten, and of everybody else. */
    async list(count: number): Promise<readonly ReportedConcern[]> {
      const [ofWriters, ofOthers] = await Promise.all([
        submissions.concerns(count),
        run<ReportedConcern>(
          `select at, null as "submissionId", title as "articleTitle", article_id as "articleId",
             null as "userId", null as "fullName", reply_to as "replyTo", text
           from ${schemas.concerns}.concern left join ${schemas.articles}.article on article.id = article_id
           where text is not null order by at desc limit $1`,
          count,
        ),
      ]);
      const all = [...ofWriters.map((one) => ({ ...one, articleId: null, replyTo: null })), ...ofOthers];
      return all.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, count);
    },
  };
}

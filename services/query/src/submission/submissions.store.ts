import type { Section, SubmissionSource, SubmissionStatus } from '@journal/contracts';
import { bulkNames, cardNames, submissionFields } from '@journal/events/fields';
import { sql } from 'kysely';
import type pg from 'pg';
import { matchesAll, openDatabase, schemas, tables } from '../database.ts';

/** What of the pitches is asked for; newest first. */
export type SubmissionSelection = {
  readonly status: SubmissionStatus;
  readonly section?: Section | undefined;
  /** See `patternsOf`. */
  readonly patterns?: readonly string[] | undefined;
  /** Only pitches that came before this position. */
  readonly after?: string | undefined;
};

/** A pitch as the tables have it; one whose writer has been forgotten is returned to nobody. */
export type StoredSubmission = SubmissionSource & { readonly revision: number; readonly position: string };
/** With the address of its writer's account, where there is one. */
export type AddressedSubmission = StoredSubmission & { readonly email: string | null };

/** Returns the queries of pitches. They reject after 5 s without an answer. */
export function createSubmissionsStore(pool: pg.Pool) {
  const { query, run } = openDatabase(pool);
  const whole = query
    .selectFrom(tables.submission)
    .innerJoin(tables.submissionVersion, (join) =>
      join
        .onRef('submissionVersion.submissionId', '=', 'submission.id')
        .onRef('submissionVersion.revision', '=', 'submission.essayRevision'),
    )
    .select(
      (['id', 'userId', 'createdAt', 'status', 'articleId', 'revision', 'position'] as const).map(
        (name) => `submission.${name}` as const,
      ),
    )
    .select(cardNames(submissionFields).map((name) => `submission.${name}` as const))
    .select(bulkNames(submissionFields).map((name) => `submissionVersion.${name}` as const))
    .where(sql<boolean>`known`);
  const addressed = whole
    .leftJoin(tables.account, 'account.userId', 'submission.userId')
    .select('account.email')
    .$castTo<AddressedSubmission>();
  const ofUser = (userId: string) =>
    whole.where('submission.userId', '=', userId).$castTo<StoredSubmission>();

  return {
    /** One that was not turned down, or undefined. */
    submission: (id: string) =>
      addressed
        .where('submission.id', '=', id)
        .where('submission.status', '<>', 'deleted')
        .executeTakeFirst(),

    /** At most `count` of a selection. */
    async list({ status, section, patterns, after }: SubmissionSelection, count: number) {
      let found = addressed.where('submission.status', '=', status);
      if (section !== undefined) found = found.where('submission.section', '=', section);
      if (after !== undefined) found = found.where('submission.position', '<', after);
      if (patterns !== undefined) found = found.where(matchesAll(sql`submission.searched`, patterns));
      return found.orderBy('submission.position', 'desc').limit(count).execute();
    },

    /** At most `count` of one writer, whatever became of them, newest first. */
    async own(userId: string, after: string | undefined, count: number) {
      let found = ofUser(userId);
      if (after !== undefined) found = found.where('submission.position', '<', after);
      return found.orderBy('submission.position', 'desc').limit(count).execute();
    },

    /** All of one writer, oldest first. */
    allOf: (userId: string) => ofUser(userId).orderBy('submission.position').execute(),

    /** How many wait for the editors. */
    async pending(): Promise<number> {
      const [row] = await run<{ count: number }>(
        `select count(*)::integer as count from ${schemas.submissions}.submission where known and status = 'pending'`,
      );
      return row?.count ?? 0;
    },
  };
}

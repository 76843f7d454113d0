import type { OwnSubmission, Section, SubmissionSource, SubmissionStatus } from '@journal/contracts';
import { bulkNames, cardNames, submissionFields } from '@journal/events/fields';
import { sql } from 'kysely';
import type pg from 'pg';
import { matchesAll, openDatabase, schemas, tables } from '../database.ts';

/** What of the pitches is asked for. */
export type SubmissionSelection = {
  readonly status: SubmissionStatus;
  readonly section?: Section | undefined;
  /** See `patternsOf`. */
  readonly patterns?: readonly string[] | undefined;
  /** Only pitches that come after the one at this position, in the order of the list. */
  readonly after?: string | undefined;
  /** `newest` where left out. */
  readonly order?: 'newest' | 'oldest' | undefined;
};

/** A pitch as the tables have it; one whose writer has been forgotten is returned to nobody. */
export type StoredSubmission = SubmissionSource &
  Pick<OwnSubmission, 'isTakenUp'> & { readonly revision: number; readonly position: string };
/** With the time of its last event. */
export type OwnStoredSubmission = StoredSubmission & { readonly changedAt: string };
/** With the address of its writer's account, where there is one. */
export type AddressedSubmission = StoredSubmission & { readonly email: string | null };

/** Returns the queries of pitches. They reject after 5 s without an answer. */
export function createSubmissionsStore(pool: pg.Pool) {
  const { query } = openDatabase(pool);
  const whole = query
    .selectFrom(tables.submission)
    .innerJoin(tables.submissionVersion, (join) =>
      join
        .onRef('submissionVersion.submissionId', '=', 'submission.id')
        .onRef('submissionVersion.revision', '=', 'submission.essayRevision'),
    )
    .select(
      (
        ['id', 'userId', 'createdAt', 'status', 'articleId', 'isTakenUp', 'revision', 'position'] as const
      ).map((name) => `submission.${name}` as const),
    )
    .select(cardNames(submissionFields).map((name) => `submission.${name}` as const))
    .select(bulkNames(submissionFields).map((name) => `submissionVersion.${name}` as const))
    .where(sql<boolean>`known`);
  const addressed = whole
    .leftJoin(tables.account, 'account.userId', 'submission.userId')
    .select('account.email')
    .$castTo<AddressedSubmission>();
  const ofUser = (userId: string) =>
    whole
      .where('submission.userId', '=', userId)
      .select(
        sql`(select last.at from ${sql.id(schemas.submissions, 'submission_version')} last
          where last.submission_id = submission.id and last.revision = submission.revision)`.as('changedAt'),
      )
      .$castTo<OwnStoredSubmission>();

  return {
    /** One that was not turned down, or undefined. */
    submission: (id: string) =>
      addressed
        .where('submission.id', '=', id)
        .where('submission.status', '<>', 'deleted')
        .executeTakeFirst(),

    /** At most `count` of a selection. */
    async list(selection: SubmissionSelection, count: number) {
      const { after, order = 'newest' } = selection;
      const [beyond, direction] = order === 'newest' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
      let found = addressed.where(isSelected(selection));
      if (after !== undefined) found = found.where('submission.position', beyond, after);
      return found.orderBy('submission.position', direction).limit(count).execute();
    },

    /** How many a selection has. */
    async count(selection: SubmissionSelection): Promise<number> {
      const { count } = await query
        .selectFrom(tables.submission)
        .select(sql<number>`count(*)::integer`.as('count'))
        .where(sql<boolean>`known`)
        .where(isSelected(selection))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** At most `count` of one writer, whatever became of them, newest first. */
    async own(userId: string, after: string | undefined, count: number) {
      let found = ofUser(userId);
      if (after !== undefined) found = found.where('submission.position', '<', after);
      return found.orderBy('submission.position', 'desc').limit(count).execute();
    },

    /** One of this writer, whatever became of it, or undefined. */
    ownOne: (userId: string, id: string) => ofUser(userId).where('submission.id', '=', id).executeTakeFirst(),

    /** All of one writer, oldest first. */
    allOf: (userId: string) => ofUser(userId).orderBy('submission.position').execute(),
  };
}

function isSelected({ status, section, patterns }: SubmissionSelection) {
  const conditions = [
    sql<boolean>`submission.status = ${status}`,
    ...(section === undefined ? [] : [sql<boolean>`submission.section = ${section}`]),
    ...(patterns === undefined ? [] : [matchesAll(sql`submission.searched`, patterns)]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

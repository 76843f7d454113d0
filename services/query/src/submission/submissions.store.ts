import type { Section, SubmissionSource, SubmissionStatus } from '@journal/contracts';
import { bulkNames, cardNames, submissionFields } from '@journal/events/fields';
import { selectedColumns } from '@journal/read-models';
import type pg from 'pg';
import { createConditions, createPrepared, matchesAll } from '../statements.ts';

/** What of the pitches is asked for; newest first. */
export type SubmissionSelection = {
  readonly status: SubmissionStatus;
  readonly section?: Section | undefined;
  /** See `patternsOf`. */
  readonly patterns?: readonly string[] | undefined;
  /** Only pitches that came before this position. */
  readonly after?: string | undefined;
};

/** A pitch as the tables give it; one whose writer has been forgotten is given to nobody. */
export type StoredSubmission = Omit<SubmissionSource, 'createdAt'> & {
  readonly revision: number;
  readonly position: string;
  readonly createdAt: Date;
};
/** With the address of its writer's account, where there is one. */
export type AddressedSubmission = StoredSubmission & { readonly email: string | null };

/** A pitch by the names of `StoredSubmission`; `version` is the one that holds its essay. */
export const submissionColumns = `submission.id, submission.user_id as "userId", submission.created_at as "createdAt",
  submission.status, submission.article_id as "articleId", submission.revision, submission.position,
  ${selectedColumns(cardNames(submissionFields), 'submission')},
  ${selectedColumns(bulkNames(submissionFields), 'version')}`;

/** The statements on the pitches, each prepared once per connection. Rejects after 5 s without an answer. */
export function createSubmissionsStore(
  pool: pg.Pool,
  schemas: { readonly submissions: string; readonly accounts: string },
) {
  const table = `${schemas.submissions}.submission`;
  const whole = `${table} join ${schemas.submissions}.submission_version as version
    on version.submission_id = submission.id and version.revision = submission.essay_revision`;
  const addressed = `${whole}
    left join ${schemas.accounts}.account on account.user_id = submission.user_id`;

  const run = createPrepared(pool, 'submissions');

  return {
    /** One that was not turned down, or undefined. */
    async submission(id: string): Promise<AddressedSubmission | undefined> {
      const text = `select ${submissionColumns}, account.email from ${addressed}
        where submission.id = $1 and known and status <> 'deleted'`;
      return (await run<AddressedSubmission>('one', text, [id]))[0];
    },

    /** At most `count` of a selection. */
    async list(selection: SubmissionSelection, count: number): Promise<AddressedSubmission[]> {
      const { status, section, patterns, after } = selection;
      const asked = createConditions('list', 'known and submission.status = $2', [count, status]);
      asked.where('section', section, (value) => `submission.section = ${value}`);
      asked.where('after', after, (value) => `submission.position < ${value}`);
      asked.where('words', patterns, (value) => matchesAll('submission.searched', value));
      const text = `select ${submissionColumns}, account.email from ${addressed}
        where ${asked.text} order by submission.position desc limit $1`;
      return run<AddressedSubmission>(asked.name, text, asked.values);
    },

    /** At most `count` of one writer, whatever became of them, newest first. */
    async own(userId: string, after: string | undefined, count: number): Promise<StoredSubmission[]> {
      const asked = createConditions('own', 'submission.user_id = $2 and known', [count, userId]);
      asked.where('after', after, (value) => `submission.position < ${value}`);
      const text = `select ${submissionColumns} from ${whole}
        where ${asked.text} order by submission.position desc limit $1`;
      return run<StoredSubmission>(asked.name, text, asked.values);
    },

    /** How many wait for the editors. */
    async pending(): Promise<number> {
      const text = `select count(*)::integer as count from ${table} where known and status = 'pending'`;
      return (await run<{ count: number }>('pending', text, []))[0]?.count ?? 0;
    },
  };
}

/** Returns the row as the contract's functions take it. */
export function toSubmissionSource(row: StoredSubmission): SubmissionSource {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

import type { Section, SubmissionSource, SubmissionStatus } from '@journal/contracts';
import { bulkNames, cardNames, submissionFields } from '@journal/events/fields';
import { selectedColumns } from '@journal/read-models';
import type pg from 'pg';
import { fitsAll } from '../newsroom/search-words.ts';

/** What of the pitches is asked for; newest first. */
export type SubmissionSelection = {
  readonly status: SubmissionStatus;
  readonly section?: Section | undefined;
  /** See `patternsOf`. */
  readonly patterns: readonly string[];
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
const queryTimeout = 5_000;

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

  async function run<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
    const statement = { name: `submissions ${name}`, text, values, query_timeout: queryTimeout };
    return (await pool.query<Row>(statement)).rows;
  }

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
      const values: unknown[] = [count, status];
      const conditions = ['known', 'submission.status = $2'];
      const asked = ['list'];
      const where = (name: string, value: unknown, condition: (parameter: string) => string) => {
        if (value === undefined) return;
        conditions.push(condition(`$${values.push(value)}`));
        asked.push(name);
      };
      where('section', section, (parameter) => `submission.section = ${parameter}`);
      where('after', after, (parameter) => `submission.position < ${parameter}`);
      where('words', patterns.length === 0 ? undefined : patterns, (parameter) =>
        fitsAll('submission.searched', parameter),
      );
      const text = `select ${submissionColumns}, account.email from ${addressed}
        where ${conditions.join(' and ')} order by submission.position desc limit $1`;
      return run<AddressedSubmission>(asked.join(' '), text, values);
    },

    /** At most `count` of one writer, whatever became of them, newest first. */
    async own(userId: string, after: string | undefined, count: number): Promise<StoredSubmission[]> {
      const before = after === undefined ? '' : 'and submission.position < $3';
      const text = `select ${submissionColumns} from ${whole}
        where submission.user_id = $1 and known ${before} order by submission.position desc limit $2`;
      const values = [userId, count, ...(after === undefined ? [] : [after])];
      return run<StoredSubmission>(after === undefined ? 'own' : 'own after', text, values);
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

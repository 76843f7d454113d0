import { type Mailing, type MailingState, type MailingStep, toMailingState } from '@journal/contracts';
import { columnOf } from '@journal/events/fields';
import { countsIn, type MailingRow, mailingColumns } from '@journal/read-models';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';

const columns = Object.keys(mailingColumns).map((field) => `${columnOf(field)} as "${field}"`);
const table = `${schemas.mailings}.mailing`;

/** Returns the queries of mailings. They reject after 5 s without an answer. */
export function createMailingsStore(pool: pg.Pool) {
  const { run } = openDatabase(pool);

  /** What was done about one, newest first, with the names that people have now. */
  const stepsOf = (id: string) =>
    run<MailingStep>(
      `select step.revision, event, at, reason,
         json_build_object('id', actor_id, 'role', actor_role, 'name', account.full_name) as actor
       from ${schemas.mailings}.mailing_step as step
       left join ${schemas.accounts}.account on account.user_id = actor_id
       where mailing_id = $1 order by step.revision desc`,
      id,
    );

  return {
    /** The mailings of an issue, newest first. */
    async ofIssue(issueNumber: number): Promise<MailingState[]> {
      const rows = await run<MailingRow>(
        `select ${columns.join(', ')} from ${table} where issue_number = $1 order by prepared_at desc, mailing_id desc`,
        issueNumber,
      );
      return rows.map(stateOf);
    },

    /** One with all that is known of it, and the revision of its stream; undefined where there is none. */
    async mailing(id: string): Promise<{ mailing: Mailing; revision: number } | undefined> {
      const [row] = await run<MailingRow>(
        `select ${columns.join(', ')} from ${table} where mailing_id = $1`,
        id,
      );
      if (!row) return undefined;
      return { mailing: { ...stateOf(row), steps: await stepsOf(id) }, revision: row.revision };
    },
  };
}

const stateOf = (row: MailingRow): MailingState =>
  toMailingState({ ...row, id: row.mailingId, counts: countsIn(row) });

import { inTransaction, migrate } from '@journal/postgres';
import {
  accountsModel,
  changesChannel,
  checkpointSchema,
  encodeChange,
  newsletterModel,
  schemaOf,
} from '@journal/read-models';
import pg from 'pg';

export type TestAccount = {
  userId: string;
  /** Null where the person's key is gone. */
  email?: string | null;
  isAdmin?: boolean;
  sessionVersion?: number;
};

/** Accounts as a worker keeps them; where the tables stand is said apart from what is in them. */
export function createAccountTables(pool: pg.Pool, schema: string) {
  return {
    async build() {
      await migrate(pool, schema, accountsModel.migrations);
      await migrate(pool, schemaOf(newsletterModel), newsletterModel.migrations);
      await pool.query(
        `insert into ${checkpointSchema}.checkpoint (schema_name, name, version, caught_up_at)
         values ($1, 'accounts', 1, now()) on conflict do nothing`,
        [schema],
      );
    },
    /** Registers or changes an account. */
    async put({ userId, email, isAdmin = false, sessionVersion = 0 }: TestAccount) {
      await pool.query(
        `insert into ${schema}.account (user_id, revision, email_hash, email, username, full_name, is_admin,
           created_at, session_version)
         values ($1, 0, 'hash', $2, $3, $4, $5, '2026-01-01', $6)
         on conflict (user_id) do update set email = $2, is_admin = $5, session_version = $6`,
        [
          userId,
          email === undefined ? `${userId}@example.org` : email,
          userId,
          `Writer ${userId}`,
          isAdmin,
          sessionVersion,
        ],
      );
      await pool.query(
        `insert into ${schema}.account_event values ($1, 0, 'UserRegistered', '2026-01-01', 'request-1', '1')
         on conflict do nothing`,
        [userId],
      );
    },
    /** Subscribes the address of every account that `put` makes. */
    async subscribe(email: string) {
      await pool.query(
        `insert into ${schemaOf(newsletterModel)}.subscriber values ('subscriber', 'hash', $1, '2026-01-02')`,
        [email],
      );
    },
    async remove(userId: string) {
      await pool.query(`delete from ${schema}.account where user_id = $1`, [userId]);
    },
    /** Says that the tables hold everything up to here. */
    async moveTo(position: string) {
      await inTransaction(pool, async (client) => {
        await client.query(`update ${checkpointSchema}.checkpoint set position = $2 where schema_name = $1`, [
          schema,
          position,
        ]);
        const payload = encodeChange({ projection: schema, position, topics: [] });
        await client.query(`notify ${changesChannel}, ${pg.escapeLiteral(payload)}`);
      });
    },
  };
}

import type { SessionUser } from '@journal/contracts';
import type pg from 'pg';

/** An account as the tables give it; one whose key is gone is given to nobody. */
export type StoredAccount = {
  readonly user: SessionUser;
  /** A session of a lower version is over. */
  readonly sessionVersion: number;
};

type Row = Omit<SessionUser, 'createdAt'> & { readonly createdAt: Date; readonly sessionVersion: number };

const longestQuery = 5_000;

/** The statements on one schema's accounts, each prepared once per connection. Rejects after 5 s without an answer. */
export function createAccountsStore(pool: pg.Pool, schema: string) {
  async function one(name: string, condition: string, value: string): Promise<StoredAccount | undefined> {
    const statement = {
      name,
      text: `select user_id as id, username, full_name as "fullName", email, is_admin as "isAdmin",
               created_at as "createdAt", session_version as "sessionVersion"
             from ${schema}.account where ${condition} = $1 and email is not null`,
      values: [value],
      query_timeout: longestQuery,
    };
    const [row] = (await pool.query<Row>(statement)).rows;
    if (!row) return undefined;
    const { sessionVersion, createdAt, ...user } = row;
    return { user: { ...user, createdAt: createdAt.toISOString() }, sessionVersion };
  }

  return {
    account: (userId: string) => one('account', 'user_id', userId),
    /** `email` as `normaliseEmail` gives it. */
    accountByEmail: (email: string) => one('account by email', 'email', email),
  };
}

export type AccountsStore = ReturnType<typeof createAccountsStore>;

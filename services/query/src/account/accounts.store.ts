import type { SessionUser } from '@journal/contracts';
import type pg from 'pg';
import { createPrepared } from '../statements.ts';

/** An account as the tables give it; one whose key is gone is given to nobody. */
export type StoredAccount = {
  readonly user: SessionUser;
  /** A session of a lower version is over. */
  readonly sessionVersion: number;
};

type Row = Omit<SessionUser, 'createdAt'> & { readonly createdAt: Date; readonly sessionVersion: number };

/** What a session may do at this moment. */
export type Rights = { readonly isAdmin: boolean; readonly sessionVersion: number };

/** The statements on one schema's accounts, each prepared once per connection. Rejects after 5 s without an answer. */
export function createAccountsStore(pool: pg.Pool, schema: string) {
  const run = createPrepared(pool, 'accounts');

  async function one(name: string, condition: string, value: string): Promise<StoredAccount | undefined> {
    const text = `select user_id as id, username, full_name as "fullName", email, is_admin as "isAdmin",
        created_at as "createdAt", session_version as "sessionVersion"
      from ${schema}.account where ${condition} = $1 and email is not null`;
    const [row] = await run<Row>(name, text, [value]);
    if (!row) return undefined;
    const { sessionVersion, createdAt, ...user } = row;
    return { user: { ...user, createdAt: createdAt.toISOString() }, sessionVersion };
  }

  return {
    account: (userId: string) => one('one', 'user_id', userId),
    /** `email` as `normaliseEmail` returns it. */
    accountByEmail: (email: string) => one('by email', 'email', email),
    /** Resolves with the rights of those of the users who have an account. */
    async rights(userIds: readonly string[]): Promise<ReadonlyMap<string, Rights>> {
      const text = `select user_id as "userId", is_admin as "isAdmin", session_version as "sessionVersion"
        from ${schema}.account where user_id = any ($1::text[]) and email is not null`;
      const rows = await run<Rights & { userId: string }>('rights', text, [userIds]);
      return new Map(rows.map(({ userId, ...rights }) => [userId, rights]));
    },
  };
}

export type AccountsStore = ReturnType<typeof createAccountsStore>;

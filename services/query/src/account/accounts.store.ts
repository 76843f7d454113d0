import type {
  AccountSession,
  AccountSettings,
  NewsroomPerson,
  OwnConsent,
  Passkey,
  SessionUser,
} from '@journal/contracts';
import { type HeldPasskeys, passkeysAfter, type Role, recoveryCodeCount } from '@journal/events/fields';
import { isUndefinedTable } from '@journal/postgres';
import { lastSessionEndSql, readSessionEnds } from '@journal/read-models/session-ends';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';

/** Current rights of a session. A session with a lower version has ended. */
export type Rights = { readonly roles: readonly Role[]; readonly sessionVersion: number };

/** An account; never one whose key is gone. */
export type StoredAccount = { readonly user: SessionUser } & Pick<Rights, 'sessionVersion'>;

/** An account, and the end of the session for which it was read. */
export type SessionAccount = StoredAccount & {
  /** Whether the session has been ended individually. */
  readonly hasEnded: boolean;
  /** Position of the last event that ended sessions of the user, recorded before any projection; null if none has. */
  readonly lastEnd: string | null;
};

type SessionOfUser = { readonly userId: string; readonly id?: string | null };

type OwnGuardian = Omit<OwnConsent, 'consentAge'>;

/** Returns the queries for accounts. They reject after 5 s without an answer. */
export function createAccountsStore(pool: pg.Pool) {
  const { run } = openDatabase(pool);
  const confirmedAt = `(select min(at) from ${schemas.accounts}.account_event event
    where event.user_id = account.user_id and type = 'UserEmailConfirmed')`;

  const ended = (sessions: string) =>
    `select session_id as id from ${schemas.sessions}.session where session_id = ${sessions} and ended_at is not null`;

  async function one(
    column: 'user_id' | 'email',
    value: string,
    { sessionId = null, lastEnd = 'null' }: { sessionId?: string | null; lastEnd?: string } = {},
  ): Promise<SessionAccount | undefined> {
    const [row] = await run<SessionUser & Omit<SessionAccount, 'user'>>(
      `select user_id as id, username, full_name as "fullName", email, 'admin' = any (roles) as "isAdmin", roles,
         created_at as "createdAt", session_version as "sessionVersion", exists (${ended('$2')}) as "hasEnded",
         ${lastEnd} as "lastEnd"
       from ${schemas.accounts}.account where ${column} = $1 and email is not null`,
      value,
      sessionId,
    );
    if (!row) return undefined;
    const { sessionVersion, hasEnded, lastEnd: end, ...user } = row;
    return { user, sessionVersion, hasEnded, lastEnd: end };
  }

  return {
    /** Resolves with the account of a session, read in one statement with its end. */
    async account({ userId, id = null }: SessionOfUser): Promise<SessionAccount | undefined> {
      try {
        return await one('user_id', userId, { sessionId: id, lastEnd: lastSessionEndSql('$1') });
      } catch (error) {
        // No command service that records ends has run yet.
        if (!isUndefinedTable(error)) throw error;
        return one('user_id', userId, { sessionId: id });
      }
    },
    /** Resolves with the position of the last event that ended sessions of each user, for users who have one. */
    sessionEnds: (userIds: readonly string[]) => readSessionEnds(pool, userIds),
    /** `email`: as returned by `normaliseEmail`. */
    accountByEmail: (email: string): Promise<StoredAccount | undefined> => one('email', email),
    /** Resolves with the time at which a user's address was confirmed, or null if it is not. */
    async emailConfirmedAt(userId: string): Promise<string | null> {
      const [row] = await run<{ at: string | null }>(
        `select ${confirmedAt} as at from ${schemas.accounts}.account where user_id = $1`,
        userId,
      );
      return row?.at ?? null;
    },
    /** Resolves with the sessions of a user that are not known to have ended, newest first, at most 100. */
    sessions: (userId: string) =>
      run<AccountSession>(
        `select session_id as id, device, started_at as "startedAt"
         from ${schemas.sessions}.session join ${schemas.accounts}.account using (user_id)
         where user_id = $1 and version = session_version and ended_at is null
         order by started_at desc, session_id limit 100`,
        userId,
      ),
    /** Resolves with whether the account had an event, or the session ended, within the last minute. */
    async hasJustChanged({ userId, id = null }: SessionOfUser): Promise<boolean> {
      const recent = await run(
        `select from ${schemas.accounts}.account_event where user_id = $1 and at > now() - interval '1 minute'
         union all
         select from ${schemas.sessions}.session where session_id = $2 and ended_at > now() - interval '1 minute'
         limit 1`,
        userId,
        id,
      );
      return recent.length > 0;
    },
    async settings(userId: string): Promise<AccountSettings> {
      const choices = await run<{ type: string }>(
        `select type from ${schemas.accounts}.account_event
         where user_id = $1 and type in ('OtherPiecesShown', 'OtherPiecesHidden', 'FewerMailsChosen', 'AllMailsChosen')
         order by revision desc`,
        userId,
      );
      const last = (...types: string[]) => choices.find(({ type }) => types.includes(type))?.type;
      return {
        showsOtherPieces: last('OtherPiecesShown', 'OtherPiecesHidden') === 'OtherPiecesShown',
        fewerMails: last('FewerMailsChosen', 'AllMailsChosen') === 'FewerMailsChosen',
      };
    },
    /** Resolves with the state of a user's guardian consent. */
    async consent(userId: string): Promise<OwnGuardian> {
      const [row] = await run<OwnGuardian>(
        `select consent as state, guardian_email as "guardianEmail", guardian_asked_at as "askedAt"
         from ${schemas.accounts}.account where user_id = $1`,
        userId,
      );
      return row ?? { state: null, guardianEmail: null, askedAt: null };
    },
    /** Resolves with a user's passkeys, oldest first. */
    passkeys: (userId: string) =>
      run<Passkey>(
        `select passkey_id as id, coalesce(name, '') as name, added_at as "addedAt", last_used_at as "lastUsedAt"
         from ${schemas.passkeys}.passkey where user_id = $1 order by added_at, passkey_id`,
        userId,
      ),
    /** Resolves with how many passkeys a user has, and since when. */
    async heldPasskeys(userId: string): Promise<HeldPasskeys> {
      const changes = await run<{ type: string; at: string }>(
        `select type, at from ${schemas.accounts}.account_event
         where user_id = $1 and type in ('PasskeyAdded', 'PasskeyRemoved', 'PasskeysReset') order by revision`,
        userId,
      );
      const none: HeldPasskeys = { count: 0, since: null };
      return changes.reduce((held, { type, at }) => passkeysAfter(held, type, at), none);
    },
    /** Resolves with the number of a user's recovery codes that can still replace a passkey. */
    async recoveryCodesLeft(userId: string): Promise<number> {
      const event = `${schemas.accounts}.account_event where user_id = $1`;
      const [row] = await run<{ used: number | null }>(
        `select case when issued is not null then (
           select count(*)::integer from ${event} and type = 'RecoveryCodeUsed' and revision > issued
         ) end as used
         from (select max(revision) as issued from ${event} and type = 'RecoveryCodesIssued') last`,
        userId,
      );
      return row?.used == null ? 0 : recoveryCodeCount - row.used;
    },
    /** Resolves with all users who have a role, by name. */
    people: () =>
      run<NewsroomPerson>(
        `select user_id as id, full_name as "fullName", email, roles from ${schemas.accounts}.account
         where cardinality(roles) > 0 and email is not null order by full_name, user_id`,
      ),
    /** Resolves with those of the sessions that were ended individually. */
    async endedSessions(ids: readonly string[]): Promise<ReadonlySet<string>> {
      return new Set((await run<{ id: string }>(ended('any ($1::text[])'), ids)).map(({ id }) => id));
    },
    /** Resolves with the rights of those of the users who have an account, by user id. */
    async rights(userIds: readonly string[]): Promise<ReadonlyMap<string, Rights>> {
      const rows = await run<Rights & { userId: string }>(
        `select user_id as "userId", roles, session_version as "sessionVersion"
         from ${schemas.accounts}.account where user_id = any ($1::text[]) and email is not null`,
        userIds,
      );
      return new Map(rows.map(({ userId, ...rights }) => [userId, rights]));
    },
  };
}

export type AccountsStore = ReturnType<typeof createAccountsStore>;

import { type OpenedEvent, type ReadEventOf, sessionEvents, userEvents } from '@journal/events';
import {
  type SessionRow,
  sessionColumns,
  sessionsModel,
  type VisitRow,
  visitColumns,
} from '@journal/read-models';
import { type ForgottenTable, forgottenIn, readForgotten, rememberForgotten } from '../../engine/erasure.ts';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, loadRows, replaceRows, type Table } from '../../engine/rows.ts';

const { UserRegistered, IdleAccountAsked } = userEvents;
/** Events after which none of a user's sessions is valid: all of which `endsSessions` is true. */
const { PasswordChanged, OtherSessionsEnded, AdminRevoked, RoleRevoked, UserForgotten } = userEvents;
const endings = { PasswordChanged, OtherSessionsEnded, AdminRevoked, RoleRevoked, UserForgotten };
const events = { ...sessionEvents, UserRegistered, IdleAccountAsked, ...endings } as const;
type SessionEvent = OpenedEvent<ReadEventOf<typeof events>>;

const sessions: Table<SessionRow> = { name: 'session', columns: sessionColumns };
const visits: Table<VisitRow> = { name: 'visit', columns: visitColumns };
const forgotten: ForgottenTable = { name: 'forgotten_user', key: 'userId', columns: { userId: 'text' } };

/** In milliseconds: a day longer than the lifetime of a cookie that is not renewed. */
const endedSessionRetention = 15 * 86_400_000;

/** Sessions of users, individually ended sessions, and the time of each user's last visit. Publishes no topics. */
export const sessionsProjection: Projection<SessionEvent> = {
  model: sessionsModel,
  events,
  prepare(batch) {
    const leaving = forgottenIn(batch);
    const users = [...new Set(batch.map(({ data }) => data.userId))];
    const named = batch.flatMap(({ data }) => ('sessionId' in data ? [data.sessionId] : []));
    const now = batch.at(-1)?.metadata.at;
    return {
      async apply(transaction) {
        const [known, stored, seen] = await Promise.all([
          readForgotten(transaction, forgotten, users),
          loadRows(transaction, sessions, 'sessionId', named),
          loadRows(transaction, visits, 'userId', users),
        ]);
        const visited = new Map(seen.map((row) => [row.userId, row]));
        const after = new Map(stored.map((row) => [row.sessionId, row]));
        const left = new Set<string>();
        for (const event of batch) {
          const { userId } = event.data;
          const { at } = event.metadata;
          if (known.has(userId) || leaving.has(userId)) visited.delete(userId);
          else if (event.type === 'UserRegistered' || event.type === 'SessionStarted')
            visited.set(userId, { askedAt: null, ...visited.get(userId), userId, seenAt: at });
          else if (event.type === 'IdleAccountAsked') {
            const visit = visited.get(userId);
            if (visit) visited.set(userId, { ...visit, askedAt: at });
          }
          if (event.type === 'UserRegistered' || event.type === 'IdleAccountAsked') continue;
          if (event.type === 'SessionStarted') {
            const { sessionId, version, device } = event.data;
            if (known.has(userId) || leaving.has(userId)) continue;
            after.set(sessionId, {
              sessionId,
              userId,
              version,
              device,
              startedAt: event.metadata.at,
              endedAt: null,
            });
          } else if (event.type === 'SessionEnded') {
            const row = after.get(event.data.sessionId);
            if (row) after.set(row.sessionId, { ...row, device: null, endedAt: event.metadata.at });
          } else {
            for (const row of after.values()) if (row.userId === userId) after.delete(row.sessionId);
            left.add(userId);
          }
        }
        deleteRows(transaction, sessions, 'userId', [...left]);
        replaceRows(transaction, sessions, 'sessionId', [...after.values()]);
        deleteRows(transaction, visits, 'userId', [...leaving.keys()]);
        replaceRows(transaction, visits, 'userId', [...visited.values()]);
        if (now !== undefined)
          // By the database's clock as well: one event from a clock that is ahead must not make ended sessions valid.
          transaction.write(
            `delete from ${transaction.schema}.session
             where ended_at < least($1::timestamptz, now()) - $2 * interval '1 millisecond'`,
            [now, endedSessionRetention],
          );
        rememberForgotten(transaction, forgotten, leaving);
        return [];
      },
    };
  },
};

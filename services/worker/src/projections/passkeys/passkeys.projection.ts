import { type OpenedEvent, passkeyEvents, type ReadEventOf, userEvents } from '@journal/events';
import { type PasskeyRow, passkeyColumns, passkeysModel } from '@journal/read-models';
import { type ForgottenTable, forgottenIn, readForgotten, rememberForgotten } from '../../engine/erasure.ts';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, loadRows, replaceRows, type Table } from '../../engine/rows.ts';

const { PasskeyAdded, PasskeyRemoved, PasskeysReset, UserForgotten } = userEvents;
const events = { ...passkeyEvents, PasskeyAdded, PasskeyRemoved, PasskeysReset, UserForgotten } as const;
type PasskeyEvent = OpenedEvent<ReadEventOf<typeof events>>;

const passkeys: Table<PasskeyRow> = { name: 'passkey', columns: passkeyColumns };
const forgotten: ForgottenTable = { name: 'forgotten_user', key: 'userId', columns: { userId: 'text' } };

/** Passkeys of users, with the time of their last use. Publishes no topics. */
export const passkeysProjection: Projection<PasskeyEvent> = {
  model: passkeysModel,
  events,
  prepare(batch) {
    const leaving = forgottenIn(batch);
    const users = [...new Set(batch.map(({ data }) => data.userId))];
    return {
      async apply(transaction) {
        const [known, stored] = await Promise.all([
          readForgotten(transaction, forgotten, users),
          loadRows(transaction, passkeys, 'userId', users),
        ]);
        const after = new Map(stored.map((row) => [row.passkeyId, row]));
        for (const { type, data, metadata } of batch) {
          const { userId } = data;
          const { at } = metadata;
          if (type === 'PasskeyAdded') {
            const { passkeyId, name } = data;
            if (known.has(userId) || leaving.has(userId)) continue;
            after.set(passkeyId, { passkeyId, userId, name, addedAt: at, lastUsedAt: null });
          } else if (type === 'PasskeyUsed') {
            const row = after.get(data.passkeyId);
            if (row) after.set(row.passkeyId, { ...row, lastUsedAt: at });
          } else if (type === 'PasskeyRemoved') {
            after.delete(data.passkeyId);
          } else {
            for (const row of after.values()) if (row.userId === userId) after.delete(row.passkeyId);
          }
        }
        const gone = stored.map(({ passkeyId }) => passkeyId).filter((id) => !after.has(id));
        deleteRows(transaction, passkeys, 'passkeyId', gone);
        replaceRows(transaction, passkeys, 'passkeyId', [...after.values()]);
        rememberForgotten(transaction, forgotten, leaving);
        return [];
      },
    };
  },
};

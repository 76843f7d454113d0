import { type NewJournalEvent, passkeyStream, userStream, userSubject } from '@journal/events';
import { expect } from 'vitest';
import { projectionTest as it, type Log } from '../../testing/projection-test.ts';
import { passkeysProjection } from './passkeys.projection.ts';

const write = (log: Log, userId: string, event: NewJournalEvent, at?: Date) =>
  log.write(userStream(userId), event, at && { at });
const add = (log: Log, userId: string, passkeyId: string) =>
  write(log, userId, {
    type: 'PasskeyAdded',
    data: {
      ...{ userId, passkeyId, name: `Name of ${passkeyId}` },
      ...{ credentialId: 'AAAA', publicKey: 'AAAA', counter: 0, transports: [], isSynced: true },
    },
  });
const use = (log: Log, userId: string, passkeyId: string, at: Date) =>
  log.write(
    passkeyStream(passkeyId),
    { type: 'PasskeyUsed', data: { userId, passkeyId, counter: 0 } },
    { at },
  );

it('users’ current passkeys are listed with name and time of last use', async ({ log, model }) => {
  model.start(passkeysProjection);
  const rows = async () =>
    (await model.contents()).passkey.map(({ passkey_id: id, name, last_used_at: used }) => [id, name, used]);
  for (const id of ['ada-1', 'ada-2', 'ada-3', 'ben-1']) await add(log, id.slice(0, 3), id);
  const at = new Date('2026-02-01T00:00:00.000Z');
  await use(log, 'ada', 'ada-1', at);
  await model.applied(
    await write(log, 'ada', { type: 'PasskeyRemoved', data: { userId: 'ada', passkeyId: 'ada-2' } }),
  );
  expect(await rows()).toEqual([
    ['ada-1', 'Name of ada-1', at],
    ['ada-3', 'Name of ada-3', null],
    ['ben-1', 'Name of ben-1', null],
  ]);
  await model.applied(await write(log, 'ada', { type: 'PasskeysReset', data: { userId: 'ada' } }));
  expect((await rows()).map(([id]) => id)).toEqual(['ben-1']);
  await model.applied(await use(log, 'ada', 'ada-1', at));
  await model.applied(await log.users.forget('ben'));
  expect(await rows()).toEqual([]);
  expect((await model.contents()).forgotten_user).toEqual([{ user_id: 'ben' }]);
});

it('a forgotten user has no passkeys, even after a later event, and no name is stored without its key', async ({
  log,
  model,
}) => {
  await add(log, 'ada', 'ada-1');
  await add(log, 'ben', 'ben-1');
  await log.vault.forget(userSubject({ userId: 'ben' }));
  await log.users.forget('ada');
  const late = await use(log, 'ada', 'ada-1', new Date());
  model.start(passkeysProjection);
  await model.applied(late);
  expect((await model.contents()).passkey).toMatchObject([{ passkey_id: 'ben-1', name: null }]);
});

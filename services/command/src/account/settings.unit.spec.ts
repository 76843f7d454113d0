import { expect, it } from 'vitest';
import { codeOf, cookieOf, createCommandSide, statusesOf } from '../testing/command-side.ts';

it('a signed-in user changes their settings, and each change is recorded once with its actor', async () => {
  const side = await createCommandSide();
  const registered = await side.register();
  const cookie = cookieOf(registered);
  const before = side.types().length;
  const choose = (showsOtherPieces: unknown, headers: Record<string, string> = { cookie }) =>
    side.call('PUT', '/api/me/settings', { showsOtherPieces }, headers);

  const answers = [await choose(true), await choose(true), await choose(false)];
  expect(statusesOf(answers)).toEqual([204, 204, 204]);
  expect(answers.at(-1)?.headers['journal-position']).toBe(await side.store.head());
  expect(side.types(before)).toEqual(['OtherPiecesShown', 'OtherPiecesHidden']);
  const { id } = registered.json();
  const [shown] = (await side.events()).slice(before);
  expect(shown).toMatchObject({ data: { userId: id }, metadata: { actor: { id, role: 'writer' } } });

  expect(codeOf(await choose(true, {}))).toBe('not-signed-in');
  expect(codeOf(await choose('yes'))).toBe('invalid-request');
  expect(side.types(before)).toHaveLength(2);

  const change = (settings: object) => side.call('PUT', '/api/me/settings', settings, { cookie });
  const changed = [
    await change({ fewerMails: true }),
    await change({ showsOtherPieces: true, fewerMails: false }),
  ];
  expect(statusesOf(changed)).toEqual([204, 204]);
  expect(side.types(before).slice(2)).toEqual(['FewerMailsChosen', 'OtherPiecesShown', 'AllMailsChosen']);
  for (const wrong of [{}, { fewerMails: null }, { fewerMails: true, isAdmin: true }])
    expect(codeOf(await change(wrong))).toBe('invalid-request');
});

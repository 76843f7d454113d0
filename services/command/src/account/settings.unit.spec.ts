import { expect, it } from 'vitest';
import { codeOf, cookieOf, createCommandSide, statusesOf } from '../testing/command-side.ts';

it('whoever is signed in chooses whether their other pieces are shown; the log says who did, once', async () => {
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
});

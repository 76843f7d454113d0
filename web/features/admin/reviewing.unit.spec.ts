import type { Role } from '@journal/contracts';
import { expect, it } from 'vitest';
import type { useSession } from '../../data/use-api.ts';
import { mayReview } from './pitch-steps.ts';
import { shortcutsFor } from './ShortcutsHelp.tsx';

const having = (...roles: Role[]) => ({ id: 'me', roles }) as unknown as ReturnType<typeof useSession>;

it.each<[Role[], string | null, boolean]>([
  [['editor'], 'other', true],
  [['admin'], null, true],
  [['reviewer'], 'me', true],
  [['reviewer', 'safeguarding'], 'other', false],
  [['reviewer', 'safeguarding'], null, false],
  [['safeguarding'], 'me', false],
  [[], 'me', false],
])('whether %j may review a pitch assigned to %s', (roles, assigneeId, expected) => {
  expect(mayReview(having(...roles), { assigneeId })).toBe(expected);
});

it.each<[Role[], string[]]>([
  [['editor'], ['J', 'K', 'T', 'C', 'A', 'D', 'S', 'M', 'P', '?', 'Ctrl S or ⌘ S']],
  [['reviewer'], ['J', 'K', 'C', 'M', '?']],
  [['safeguarding'], ['J', 'K', '?']],
])('the help shows %j only the keys that they can use', (roles, keys) => {
  expect(shortcutsFor(having(...roles)).map(([key]) => key)).toEqual(keys);
});

import { expect, test } from 'vitest';
import { type DeliveryRow, judgeMailing, type MailingHistory } from './judge-mailing.ts';

const names = ['taken', 'refused', 'leaver', 'doubt'];
const readers = names.map((subscriberId) => ({ subscriberId, email: `${subscriberId}@example.org` }));
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const statuses = ['accepted', 'refused', 'left', 'uncertain'] as const;
const rows = statuses.map(
  (status, index): DeliveryRow => ({ subscriberId: names[index] ?? '', status, claimedAt: at(10) }),
);
const kept: MailingHistory = {
  readers,
  rows,
  arrived: ['taken@example.org', 'doubt@example.org'],
  refused: new Set(['refused@example.org']),
  left: new Map([['leaver', at(5)]]),
  maxUncertain: 1,
};
const changed = (subscriberId: string, change: Partial<DeliveryRow>) =>
  rows.map((row) => (row.subscriberId === subscriberId ? { ...row, ...change } : row));

test('a mailing with one outcome per reader has no violations, whether or not the uncertain copy arrived', () => {
  expect(judgeMailing(kept)).toEqual([]);
  expect(judgeMailing({ ...kept, arrived: ['taken@example.org'] })).toEqual([]);
  const before = { left: new Map([...kept.left, ['taken', at(11)]]) };
  expect(judgeMailing({ ...kept, ...before })).toEqual([]);
});

test.for<[string, Partial<MailingHistory>, string]>([
  [
    'a second copy',
    { arrived: [...kept.arrived, 'doubt@example.org'] },
    'doubt@example.org received 2 copies',
  ],
  ['a stranger', { arrived: [...kept.arrived, 'x@example.org'] }, 'x@example.org never subscribed'],
  ['one who is lost', { arrived: [] }, 'taken@example.org is accepted, but the server has no copy'],
  [
    'a refusal that was none',
    { refused: new Set() },
    'refused@example.org is refused, but the server never refused',
  ],
  [
    'a refusal with a copy',
    { arrived: [...kept.arrived, 'refused@example.org'] },
    'refused@example.org is refused, but the server has a copy',
  ],
  [
    'a copy for one who left',
    { arrived: [...kept.arrived, 'leaver@example.org'] },
    'leaver@example.org unsubscribed, but received a copy',
  ],
  [
    'one who never left',
    { left: new Map() },
    'leaver@example.org is recorded as unsubscribed, but did not unsubscribe',
  ],
  [
    'a copy that was claimed too late',
    { left: new Map([...kept.left, ['taken', at(9)]]) },
    'taken@example.org unsubscribed before its copy was claimed',
  ],
  ['one who waits', { rows: changed('taken', { status: 'ready' }) }, 'taken@example.org is ready'],
  ['too many uncertain', { maxUncertain: 0 }, '1 recipients are uncertain, at most 0 expected'],
])('%s is a fault', ([, change, fault]) => {
  expect(judgeMailing({ ...kept, ...change })).toContain(fault);
});

test('a reader without a delivery row is a fault', () => {
  expect(judgeMailing({ ...kept, rows: rows.slice(1) })).toEqual([
    '3 rows for 4 readers',
    'taken@example.org was not recorded as a recipient',
  ]);
});

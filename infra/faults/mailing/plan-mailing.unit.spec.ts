import { expect, test } from 'vitest';
import { leavesOutcomeUnknown, onceMoments, planMailing, sendingMoments } from './plan-mailing.ts';

const size = { recipients: 300, processFaults: 12, outage: 1_000, longestHang: 3_000, unsubscribes: 5 };
const readers = Array.from({ length: size.recipients }, (_, number) => number);
const planOf = (seed: number) => {
  const { once, incidents, treat, erased } = planMailing(seed, size);
  return { once: [...once], incidents, erased, treated: readers.map((reader) => treat(reader, 1)) };
};

test('a seed reproduces its whole plan, and another seed gives a different one', () => {
  expect(planOf(7)).toEqual(planOf(7));
  expect(planOf(7)).not.toEqual(planOf(8));
});

test('12 process failures cover each kind at each moment, and each four in a row cover all moments', () => {
  for (const seed of [1, 2, 3]) {
    const { once, incidents } = planMailing(seed, size);
    const processFaults = incidents.filter((incident) => incident.kind === 'process-fault');
    expect([...once.keys()]).toEqual(onceMoments);
    expect(new Set(processFaults.map(({ fault, moment }) => `${fault.kind} ${moment}`)).size).toBe(12);
    for (let from = 0; from < 12; from += 4)
      expect(new Set(processFaults.slice(from, from + 4).map(({ moment }) => moment)).size).toBe(
        sendingMoments.length,
      );
  }
});

test('the server permanently refuses too few to stop a mailing, and leaves three recipients in doubt', () => {
  const { treat, incidents, erased } = planMailing(1, size);
  const always = readers.filter((reader) => treat(reader, 2));
  expect(always.length).toBeLessThanOrEqual(5);
  expect(always.length).toBeGreaterThan(1);
  const doubtful = readers.filter((reader) => {
    const treatment = treat(reader, 1);
    return treatment && leavesOutcomeUnknown(treatment);
  });
  expect(doubtful).toHaveLength(3);
  const leaving = incidents.flatMap((incident) => (incident.kind === 'unsubscribe' ? [incident.reader] : []));
  expect(new Set([...leaving, erased]).size).toBe(size.unsubscribes + 1);
  expect([...leaving, erased].filter((reader) => treat(reader, 1))).toEqual([]);
});

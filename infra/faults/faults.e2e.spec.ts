import { expect, test } from '@playwright/test';
import { runFaults } from './run-faults.ts';
import { type Fault, plannedKinds, type Round } from './schedule.ts';

const at = (milliseconds: number, fault: Fault) => ({ at: milliseconds, fault });

/** Longer than a hanging worker remains leader, which is 4 s, even on a busy machine. */
const leaderHangs = 20_000;

/** Each kind of fault; `npm run faults` injects them at random and for longer. */
const schedule: Round[] = [
  [
    at(0, { kind: 'kill engine', engine: 'postgres', lasts: 300 }),
    at(0, { kind: 'kill', process: 'command 1' }),
    at(0, { kind: 'hang', process: 'query 1', lasts: 1_500 }),
    at(700, { kind: 'cut', link: 'command 2 to log' }),
    at(800, { kind: 'half-close', link: 'query 2 to tables' }),
    at(900, { kind: 'silence', link: 'to command 2' }),
  ],
  [
    at(0, { kind: 'fill the disk', lasts: 1_000 }),
    at(0, { kind: 'kill engine', engine: 'redis', lasts: 500 }),
    at(0, { kind: 'shift the clock', process: 'command 2', seconds: -300 }),
    at(300, { kind: 'kill', process: 'worker 1' }),
    at(300, { kind: 'hang', process: 'web 2', lasts: 800 }),
    at(500, { kind: 'shut', link: 'worker 2 to log', lasts: 400 }),
    at(500, { kind: 'hold', link: 'command 1 to log', lasts: 500 }),
    at(1_500, { kind: 'hang engine', engine: 'postgres', lasts: 500 }),
  ],
  // Quiet enough for many writes to be acknowledged, even on a busy machine.
  [
    at(0, { kind: 'hang the leader', lasts: leaderHangs }),
    at(0, { kind: 'slow', link: 'query 1 to tables', lasts: 4_000 }),
  ],
];

test('every acknowledged write exists once after kills, hangs, cuts and a full disk, and the system recovers', async () => {
  test.setTimeout(180_000);
  const { violations, outcomes, injected, takeovers } = await runFaults({
    counts: { command: 2, query: 2, worker: 2, web: 2 },
    seed: 1,
    rounds: schedule.length,
    kills: Number.POSITIVE_INFINITY,
    schedule,
    // Other tests run at the same time.
    recovery: 30_000,
    longestAnswer: 16_000,
    mailTimeout: 5_000,
    say: () => undefined,
  });
  expect(violations).toEqual([]);
  expect(Object.keys(injected)).toEqual(expect.arrayContaining([...plannedKinds, 'hang the leader']));
  expect(takeovers).toHaveLength(1);
  expect(Math.max(...takeovers)).toBeLessThan(leaderHangs);
  expect(outcomes['edit acknowledged']).toBeGreaterThan(10);
});

import { expect, it } from 'vitest';
import { runMailing } from './mailing/run-mailing.ts';

it('a mailing loses and duplicates no copy, and skips the unsubscribed, while workers and servers fail', async () => {
  const said: string[] = [];
  const { violations, injected, counts } = await runMailing({
    ...{ seed: 3, queue: 'postgres', recipients: 200, rate: 100 },
    ...{ processFaults: 4, outage: 1_000, longestHang: 3_000, unsubscribes: 5, deadline: 240_000 },
    say: (line) => void said.push(line),
  });
  expect(violations, said.join('\n')).toEqual([]);
  expect(Object.keys(injected).length, said.join('\n')).toBeGreaterThan(5);
  expect(counts.accepted).toBeGreaterThan(150);
}, 300_000);

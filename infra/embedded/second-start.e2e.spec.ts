import { expect, test } from '@playwright/test';
import { startJournal } from '../testing/start-journal.ts';

test.setTimeout(120_000);

test('a second start shows its first page within 3 s, on a machine that has nothing else to do', async () => {
  const first = await startJournal('start');
  await first.end('SIGTERM');
  const taken: number[] = [];
  // Whatever else runs on the machine can only lengthen a try.
  while (taken.length < 10 && Math.min(...taken) >= 3_000) {
    const journal = await startJournal('start', { dataFolder: first.dataFolder });
    taken.push(journal.firstPageAfter);
    await journal.end('SIGTERM');
  }
  await first.stop();
  expect(Math.min(...taken)).toBeLessThan(3_000);
});

import { expect, test } from '@playwright/test';
import { startJournal, stopJournals } from '../../tools/testing/start-journal.ts';

test.afterEach(stopJournals);

test('a second start serves its first page within 3 s in the best of ten attempts', async () => {
  let journal = await startJournal('start');
  const { dataFolder } = journal;
  await journal.end('SIGTERM');
  const taken: number[] = [];
  // Other load on the machine can only lengthen an attempt.
  while (taken.length < 10 && Math.min(...taken) >= 3_000) {
    journal = await startJournal('start', { dataFolder });
    taken.push(journal.firstPageAfter);
    await journal.end('SIGTERM');
  }
  expect(Math.min(...taken)).toBeLessThan(3_000);
});

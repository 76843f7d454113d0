import { markAppends } from '@journal/event-store';
import { createLogKey } from '@journal/vault';
import { verifyLog } from '@journal/worker';
import { type BenchContext, type Figure, medianOf, rateOf, writeEvents } from './bench.ts';
import { openLog } from './journal.ts';

export const name = 'journal audit verify on 100,000 events of 1.5 KB';

const events = 100_000;
const rounds = 3;

export async function run(context: BenchContext): Promise<Figure[]> {
  const { pool, store, vault, startWorker, untilApplied } = await openLog(context);
  const logKey = createLogKey(vault);
  const marked = markAppends(store, logKey);
  context.say('writing the log …');
  // Events of a type that only the ledger processes.
  const end = await writeEvents(marked, events, 'Sample');
  const worker = startWorker();
  const entered = await rateOf(async () => {
    await worker;
    await untilApplied('ledger_v1', end);
    return events;
  });
  await (await worker).stop();

  async function verify(): Promise<number> {
    const found = await verifyLog({ store, pool, logKey, onFault: () => {} });
    if (found.events !== events || found.faults > 0) throw new Error('The log differs from what was written');
    return events;
  }
  const verified = await medianOf(rounds, () => rateOf(verify));
  return [
    { what: 'events verified', value: verified, unit: 'events/s', goal: '50,000' },
    { what: 'events entered into the ledger', value: entered, unit: 'events/s' },
  ];
}

import process from 'node:process';
import { createOpenApi } from '@journal/contracts';
import { readCommandLine } from '@journal/testing/command-line';
import { type ApiDocument, type Call, callsOf, operationsOf } from './calls.ts';
import { faultOf } from './faults.ts';
import { startFuzzedJournal } from './fuzzed-journal.ts';

const usage = `npm run fuzz [-- options]

Calls every operation of the API's document as each kind of caller, with valid and invalid requests, six at a time, and
names each response that breaks a promise. The same seed makes the same calls, in the same order.

  --calls <number>   Default: 10000
  --seed <number>    Default: a random one
  --log <level>      of the services. Default: silent
`;
const { values } = readCommandLine(usage, {
  calls: { type: 'string', default: '10000' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  log: { type: 'string', default: 'silent' },
});
const seed = Number(values.seed);
const document = createOpenApi() as unknown as ApiDocument;
const operations = new Map(operationsOf(document).map((operation) => [operation.route, operation]));
const calls = callsOf(document, { seed, count: Number(values.calls) });
process.stdout.write(`${calls.length} calls, seed ${seed}\n`);

const journal = await startFuzzedJournal(values.log);
const faults = new Map<string, { call: Call; turn: number; fault: string; times: number }>();
const statuses = new Map<number, number>();
const began = performance.now();
const left = calls.entries();
/** Sends the next calls in parallel with other callers, so that requests coincide. */
async function caller() {
  for (const [turn, call] of left) {
    const fault = await journal.send(call, turn).then(
      (answer) => {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        return faultOf(operations.get(call.route), answer);
      },
      (error: unknown) => `no response: ${error}`,
    );
    if (fault === undefined) continue;
    const kind = `${call.route} ${fault.slice(0, 40)}`;
    const known = faults.get(kind);
    faults.set(kind, { ...(known ?? { call, turn, fault }), times: (known?.times ?? 0) + 1 });
  }
}
await Promise.all(Array.from({ length: 6 }, caller));
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
await journal.stop();

for (const { call, turn, fault, times } of faults.values()) {
  const { body, ...rest } = call;
  const shown = JSON.stringify({
    ...rest,
    ...(body === undefined ? {} : { body: String(body).slice(0, 2_000) }),
  });
  process.stdout.write(
    `\nFAULT (${times} times, first at call ${turn}) ${call.route}\n  ${fault}\n  ${shown.slice(0, 3_000)}\n`,
  );
}
const counts = [...statuses]
  .sort(([one], [other]) => one - other)
  .map(([status, times]) => `${status}: ${times}`);
process.stdout.write(
  `\n${calls.length} calls in ${seconds} s, seed ${seed}: ${faults.size} faults. ${counts.join(', ')}\n`,
);
process.exitCode = faults.size === 0 ? 0 : 1;

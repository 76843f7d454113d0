import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('load-process.ts', import.meta.url));
const connections = 32;
const seconds = 2;

export type Load = { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** Requests a second to `url`, from another process. Throws where any was not answered with 2xx. */
async function load({ url, headers = {} }: Load): Promise<number> {
  const child = fork(entry, [url, `${connections}`, `${seconds}`, JSON.stringify(headers)]);
  const [message] = await once(child, 'message');
  const { perSecond, faults } = message as { perSecond: number; faults: number };
  await once(child, 'exit');
  if (faults > 0) throw new Error(`${faults} of the requests to ${url} were not answered well`);
  return perSecond;
}

/**
 * Requests a second of several addresses, in their order: turn by turn, so that whatever else the machine does
 * falls on all of them, and of each the median turn.
 */
export async function compareLoads(loads: readonly Load[], turns = 3): Promise<number[]> {
  const seen = loads.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++)
    for (const [index, one] of loads.entries()) seen[index]?.push(await load(one));
  return seen.map((values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}

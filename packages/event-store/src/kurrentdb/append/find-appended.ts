import type { AppendResult } from '../../event-store.port.ts';
import type { Connection } from '../connection.ts';
import { readStream } from '../read-stream.ts';
import { positionOf } from '../recorded-event.ts';

/**
 * Looks through a stream for events: gives the result of their append where all stand there one behind the other,
 * `partly` where only some do or in another order, undefined where none does.
 */
export async function findAppended(
  connection: Connection,
  stream: string,
  ids: readonly string[],
): Promise<AppendResult | 'partly' | undefined> {
  const wanted = new Set(ids);
  let found = 0;
  let inOrder = 0;
  for await (const event of readStream(connection, stream, 0, Number.MAX_SAFE_INTEGER)) {
    if (wanted.has(event.id)) found += 1;
    else if (inOrder > 0) return 'partly';
    if (event.id !== ids[inOrder]) continue;
    inOrder += 1;
    if (inOrder === ids.length) return { revision: Number(event.revision), position: positionOf(event) };
  }
  return found > 0 ? 'partly' : undefined;
}

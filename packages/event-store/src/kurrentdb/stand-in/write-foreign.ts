import { randomUUID } from 'node:crypto';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import type { ForeignEvent } from '../../contract/log.ts';
import { shareClient } from '../client.ts';

/** Appends events as any other program using the KurrentDB client would. */
export async function writeForeign(
  url: string,
  stream: string,
  events: readonly ForeignEvent[],
): Promise<void> {
  const client = shareClient(url);
  const toEvent = ({ type, data, metadata }: ForeignEvent) => {
    const common = { id: randomUUID(), type, ...(metadata && { metadata: bytesOr(metadata) }) };
    return Buffer.isBuffer(data)
      ? binaryEvent({ ...common, data: new Uint8Array(data) })
      : jsonEvent({ ...common, data });
  };
  await client.current.appendToStream(stream, events.map(toEvent) as never);
  await client.close();
}

const bytesOr = (content: NonNullable<ForeignEvent['metadata']>) =>
  Buffer.isBuffer(content) ? new Uint8Array(content) : content;

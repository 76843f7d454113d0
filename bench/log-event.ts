import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@journal/event-store';

const filler = 'A sentence of a young writer about a sea wall, with é and ł in it. '.repeat(18);

/** An event as the log holds them, about 1.5 KB with its metadata. */
export function logEvent(id: string): NewEvent {
  const requestId = randomUUID();
  return {
    id,
    type: 'ArticlePublished',
    data: { articleId: 1, text: filler },
    metadata: {
      actor: { id: 'bench', role: 'service' },
      requestId,
      correlationId: requestId,
      causationId: requestId,
      schemaVersion: 1,
      at: '2026-11-01T12:00:00.000Z',
    },
  };
}

/** The item in the middle of an uneven number of them, by a figure of each. */
export function median<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const found = items.toSorted((one, other) => by(one) - by(other))[items.length >> 1];
  if (!found) throw new Error('There is no middle of nothing');
  return found;
}

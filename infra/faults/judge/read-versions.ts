import type { EventStore } from '@journal/event-store';
import { createEventCodec, journalEvents, type Vault } from '@journal/events';
import type { Version } from './judge-history.ts';

/** Resolves with every title that an article has had, in the log's order. */
export async function readVersions(store: EventStore, vault: Vault): Promise<Version[]> {
  const codec = createEventCodec({ vault, events: journalEvents });
  const versions: Version[] = [];
  const types = ['ArticlePublished', 'ArticleEdited'];
  for await (const { events, caughtUp } of store.subscribe({ types })) {
    for (const event of await codec.open(events))
      if (event.type === 'ArticlePublished' || event.type === 'ArticleEdited') {
        const { articleId: article, title } = event.data;
        if (title !== undefined) versions.push({ article, title: `${title}`, position: event.position });
      }
    if (caughtUp) break;
  }
  return versions;
}

import { randomBytes } from 'node:crypto';
import type { EventStore } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createEventCodec, createMemoryVault, journalEvents } from '@journal/events';
import { checkResponses } from '@journal/service-kit';
import type { InjectOptions } from 'fastify';
import { type CommandParts, createCommandApp } from '../command.app.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { createUsers } from './users.ts';

export const sampleToken = 'sample-token-of-at-least-32-characters';

export const sampleArticle = {
  title: 'Title',
  content: 'First\n\nSecond',
  excerpt: 'Excerpt',
  section: 'view',
  authorName: 'Sample Writer',
  authorAge: 16,
  authorSchool: 'Sample School',
  readTime: 3,
  featured: 0,
} as const;

export const sampleOrigin = 'http://localhost:3000';

/** The command side on a log and a vault in memory. */
export async function createCommandSide(parts: Partial<CommandParts> = {}) {
  const { store, interrupt } = interruptible(createMemoryEventStore());
  const vault = createMemoryVault();
  const clock = { now: new Date('2026-01-02T03:04:05.678Z') };
  const now = () => clock.now;
  const sessionKeys = randomBytes(32).toString('base64');
  const app = await createCommandApp(
    {
      HOST: '127.0.0.1',
      PORT: 0,
      LOG_LEVEL: parts.logStream ? 'trace' : 'silent',
      TRUSTED_PROXIES: 'loopback',
      EVENT_STORE_URL: 'postgres://unused',
      DATABASE_URL: 'postgres://unused',
      MASTER_KEY: randomBytes(32).toString('base64'),
      SERVICE_TOKEN: sampleToken,
      SESSION_KEYS: sessionKeys,
      PUBLIC_URL: sampleOrigin,
    },
    { store, vault, now, ...parts },
  );
  checkResponses(app);
  const codec = createEventCodec({ vault, events: journalEvents });
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, options: InjectOptions = {}) =>
    app.inject({
      method,
      url,
      ...options,
      headers: { authorization: `Bearer ${sampleToken}`, ...options.headers },
    });
  return {
    store,
    log: store.log,
    interrupt,
    app,
    vault,
    clock,
    send,
    users: createUsers({ log: createJournalLog({ store, vault, now }), sessionKeys, origin: sampleOrigin }),
    /** The whole log, opened. */
    events: () => codec.open(store.log),
    publish: (change: object = {}, headers: Record<string, string> = {}) =>
      send('POST', '/api/articles', { payload: { ...sampleArticle, ...change }, headers }),
    edit: (id: number | string, change: object = {}, headers: Record<string, string> = {}) =>
      send('PUT', `/api/articles/${id}`, { payload: { ...sampleArticle, ...change }, headers }),
    remove: (id: number | string) => send('DELETE', `/api/articles/${id}`),
    restore: (id: number | string, headers: Record<string, string> = {}) =>
      send('POST', `/api/articles/${id}/restore`, { headers }),
  };
}

/** `store`, and a way to make things happen just before one of its appends. */
export function interruptible<Store extends EventStore>(store: Store) {
  let interruption: (() => void | Promise<void>) | undefined;
  return {
    store: {
      ...store,
      async append(...append: Parameters<EventStore['append']>) {
        const interrupt = interruption;
        interruption = undefined;
        await interrupt?.();
        return store.append(...append);
      },
    },
    /** Runs once, before the next append; what it throws, the append throws. */
    interrupt(next: () => void | Promise<void>) {
      interruption = next;
    },
  };
}

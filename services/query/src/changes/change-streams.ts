import type { Writable } from 'node:stream';
import { type Change, topics } from '@journal/contracts';
import { networkOf } from '@journal/service-kit';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { type Audience, topicsFor } from './audience.ts';
import { type ChangeFeed, createChangeFeed, cursorOf, positionsIn } from './change-feed.ts';

type Followed = Pick<TrackedModel, 'position' | 'onChange'>;

/** The read models whose changes are sent. */
export type FollowedModels = {
  /** To everybody. */
  readonly public: readonly Followed[];
  /** To whoever is signed in as well, in a fixed order. */
  readonly signedIn: readonly Followed[];
};

export type ChangeStreamLimits = {
  /** How many streams are open at once at most. */
  readonly max: number;
  /** How many of them from one network address at most. */
  readonly maxPerAddress: number;
  /** Milliseconds between two signs of life. */
  readonly heartbeatInterval: number;
};

/** Every open stream of changes of this process. */
export type ChangeStreams = {
  readonly open: number;
  readonly dropped: number;
  readonly full: boolean;
  /** Whether this address has as many streams as one may have. */
  isFullFor(address: string): boolean;
  /**
   * Follows the changes on a response whose head has been written, beginning with those after `lastSeen`, as far as the
   * audience may see them. A client that does not keep up is cut off; it reconnects and is sent what it missed.
   */
  follow(response: Writable, address: string, lastSeen: string | undefined, audience?: Audience): void;
  /** Whom the streams are for that not everybody may follow. */
  readonly audiences: readonly Audience[];
  /** Ends the streams of those audiences that this is not so of. */
  keepOnly(isStill: (audience: Audience) => boolean): void;
  /** Ends all streams. */
  close(): void;
};

type Stream = { readonly network: string; readonly audience: Audience | undefined };

/** Bytes that may wait for a slow client; a change is some hundred. */
const maxBuffered = 256 * 1024;
/** Readers who lost their connection together should not come back together. */
const retryAfter = () => 1_000 + Math.floor(Math.random() * 2_000);

/** Returns the streams; `setFollowed` is called with whether there are any, whenever that changes. */
export function createChangeStreams(
  models: FollowedModels,
  limits: ChangeStreamLimits,
  setFollowed: (isFollowed: boolean) => void,
): ChangeStreams {
  const streams = new Map<Writable, Stream>();
  const ofNetwork = new Map<string, number>();
  const open = models.public.map((model) => createChangeFeed(model, toAll));
  const all = [...open, ...models.signedIn.map((model) => createChangeFeed(model, toAll))];
  let dropped = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  const feedsFor = (audience: Audience | undefined) => (audience ? all : open);

  function send(response: Writable, text: string) {
    response.write(text);
    if (response.writableLength <= maxBuffered) return;
    dropped++;
    leave(response);
    response.destroy();
  }

  function leave(response: Writable) {
    const stream = streams.get(response);
    if (stream === undefined) return;
    streams.delete(response);
    count(stream.network, -1);
    if (streams.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
    setFollowed(false);
  }

  function count(network: string, step: 1 | -1) {
    const now = (ofNetwork.get(network) ?? 0) + step;
    if (now === 0) ofNetwork.delete(network);
    else ofNetwork.set(network, now);
  }

  function toAll(change: Change, feed: ChangeFeed) {
    const isOpen = open.includes(feed);
    const toVisitors = isOpen ? messageFor(change, undefined, open) : '';
    for (const [response, { audience }] of streams) {
      const text = audience ? messageFor(change, audience, all) : toVisitors;
      if (text !== '') send(response, text);
    }
  }

  return {
    get open() {
      return streams.size;
    },
    get dropped() {
      return dropped;
    },
    get full() {
      return streams.size >= limits.max;
    },
    isFullFor: (address) => (ofNetwork.get(networkOf(address)) ?? 0) >= limits.maxPerAddress,
    follow(response, address, lastSeen, audience) {
      // Whoever left before we got here says no second time that they have.
      if (response.destroyed) return;
      const feeds = feedsFor(audience);
      const missed = lastSeen === undefined ? [] : missedIn(feeds, lastSeen);
      const cursor = cursorOf(feeds.map((feed) => feed.position));
      const resent = missed.map(({ change, at }) =>
        messageOf(change, topicsFor(change.topics, audience), at),
      );
      const network = networkOf(address);
      streams.set(response, { network, audience });
      count(network, 1);
      response.on('close', () => leave(response));
      if (heartbeat === undefined) {
        setFollowed(true);
        heartbeat = setInterval(() => {
          for (const each of streams.keys()) send(each, ':\n\n');
        }, limits.heartbeatInterval);
      }
      const retry = `retry: ${retryAfter()}\n${resent.join('') === '' ? '' : '\n'}`;
      send(response, `${retry}${resent.join('')}${cursor === '' ? '' : `id: ${cursor}\n`}\n`);
    },
    get audiences() {
      return [...streams.values()].flatMap(({ audience }) => audience ?? []);
    },
    keepOnly(isStill) {
      for (const [response, { audience }] of [...streams])
        if (audience && !isStill(audience)) {
          leave(response);
          response.end();
        }
    },
    close() {
      for (const response of streams.keys()) response.end();
    },
  };
}

/** What a reader missed, feed by feed, each with where the reader is then. One change of everything stands for all of it. */
function missedIn(feeds: readonly ChangeFeed[], lastSeen: string): { change: Change; at: string }[] {
  const at = positionsIn(lastSeen, feeds.length);
  const missed = feeds.map((feed, index) => feed.missedSince(at[index] ?? ''));
  const unknown = missed.flat().find((change) => change.topics.includes(topics.everything));
  if (unknown) return [{ change: unknown, at: cursorOf(feeds.map((feed) => feed.position)) }];
  return missed.flatMap((changes, index) =>
    changes.map((change) => {
      at[index] = change.position;
      return { change, at: cursorOf(at) };
    }),
  );
}

function messageFor(change: Change, audience: Audience | undefined, feeds: readonly ChangeFeed[]): string {
  return messageOf(change, topicsFor(change.topics, audience), cursorOf(feeds.map((feed) => feed.position)));
}

/** Returns the server-sent event; nothing where this audience may see nothing of it. */
function messageOf({ position }: Change, visible: readonly string[], at: string): string {
  if (visible.length === 0) return '';
  return `event: change\nid: ${at}\ndata: ${JSON.stringify({ position, topics: visible })}\n\n`;
}

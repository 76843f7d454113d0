import type { Writable } from 'node:stream';
import { type Change, topics } from '@journal/contracts';
import { networkOf } from '@journal/service-kit';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { type Audience, topicsFor } from './audience.ts';
import { type ChangeFeed, createChangeFeed, cursorOf, positionsIn } from './change-feed.ts';

type Followed = Pick<TrackedModel, 'position' | 'onChange'>;

/** The read models whose changes are sent. */
export type FollowedModels = {
  /** Sent to everybody. */
  readonly public: readonly Followed[];
  /** Also sent to signed-in users, in a fixed order. */
  readonly signedIn: readonly Followed[];
};

export type ChangeStreamLimits = {
  /** Maximum number of open streams of readers. */
  readonly max: number;
  /** Maximum number of open streams of readers from one network address. */
  readonly maxPerAddress: number;
  /** Interval between heartbeats, in milliseconds. */
  readonly heartbeatInterval: number;
};

/** Maximum number of bytes buffered for a slow client. A change has a few hundred. */
const maxBuffered = 256 * 1024;
/** Milliseconds between heartbeats to followers of all positions, which rely on immediate notice of every change. */
const positionsHeartbeat = 1_000;
/** Milliseconds, with jitter: clients that lost their connection together must not reconnect together. */
const retryAfter = () => 1_000 + Math.floor(Math.random() * 2_000);

type Follower = {
  readonly address: string;
  /** Cursor of what the client already knows. */
  readonly lastSeen?: string | undefined;
  readonly audience?: Audience | undefined;
  /** Whether it is sent every position, including those of changes that it may not see. */
  readonly allPositions?: boolean;
};

/**
 * Returns all open change streams of this process. Calls `setFollowed` with whether any reader follows changes, each
 * time that this changes.
 */
export function createChangeStreams(
  models: FollowedModels,
  limits: ChangeStreamLimits,
  setFollowed: (isFollowed: boolean) => void,
) {
  const readers = new Map<Writable, { readonly network: string; readonly audience: Audience | undefined }>();
  /** Streams that follow all positions. They belong to the web's own processes, so no limit applies to them. */
  const positionFollowers = new Set<Writable>();
  const open = models.public.map((model) => createChangeFeed(model, broadcast));
  const all = [...open, ...models.signedIn.map((model) => createChangeFeed(model, broadcast))];
  let dropped = 0;
  let heartbeats: NodeJS.Timeout[] = [];
  let isFollowed = false;

  function send(response: Writable, text: string) {
    response.write(text);
    if (response.writableLength <= maxBuffered) return;
    dropped++;
    leave(response);
    response.destroy();
  }

  const countOpen = () => readers.size + positionFollowers.size;

  function leave(response: Writable) {
    if (!readers.delete(response) && !positionFollowers.delete(response)) return;
    updateFollowed();
    if (countOpen() > 0) return;
    for (const heartbeat of heartbeats) clearInterval(heartbeat);
    heartbeats = [];
  }

  function end(response: Writable) {
    leave(response);
    response.end();
  }

  /** Streams that follow all positions are always open: no reason to poll more often for lost notifications. */
  function updateFollowed() {
    const now = readers.size > 0;
    if (now !== isFollowed) setFollowed(now);
    isFollowed = now;
  }

  const startHeartbeat = (interval: number, group: Pick<Set<Writable>, 'keys'>) =>
    setInterval(() => {
      for (const response of group.keys()) send(response, ':\n\n');
    }, interval);

  function broadcast(change: Change, feed: ChangeFeed) {
    const isOpen = open.includes(feed);
    const toVisitors = isOpen ? visibleMessage(change, undefined, cursorIn(open)) : '';
    for (const [response, { audience }] of readers) {
      const text = audience ? visibleMessage(change, audience, cursorIn(all)) : toVisitors;
      if (text !== '') send(response, text);
    }
    if (!isOpen) return;
    const toPositionFollowers = toVisitors || messageOf({ ...change, topics: [] });
    for (const response of positionFollowers.keys()) send(response, toPositionFollowers);
  }

  return {
    get open() {
      return countOpen();
    },
    get dropped() {
      return dropped;
    },
    get full() {
      return readers.size >= limits.max;
    },
    /** Whether this address has reached the maximum number of streams. */
    isFullFor(address: string): boolean {
      const network = networkOf(address);
      let theirs = 0;
      for (const reader of readers.values()) if (reader.network === network) theirs++;
      return theirs >= limits.maxPerAddress;
    },
    /**
     * Sends changes on a response whose head has been written, beginning with those after `lastSeen`, as far as the
     * audience may see them. A client that does not keep up is disconnected. It reconnects and is sent what it missed.
     */
    follow(response: Writable, { address, lastSeen, audience, allPositions = false }: Follower) {
      // A client that has already disconnected emits no further 'close'.
      if (response.destroyed) return;
      const feeds = audience ? all : open;
      const missed = lastSeen === undefined ? [] : missedIn(feeds, lastSeen);
      const resent = missed.map(({ change, at }) => visibleMessage(change, audience, at)).join('');
      const cursor = cursorIn(feeds);
      if (allPositions) positionFollowers.add(response);
      else readers.set(response, { network: networkOf(address), audience });
      response.on('close', () => leave(response));
      updateFollowed();
      if (heartbeats.length === 0) {
        const { heartbeatInterval } = limits;
        heartbeats = [
          startHeartbeat(heartbeatInterval, readers),
          startHeartbeat(Math.min(heartbeatInterval, positionsHeartbeat), positionFollowers),
        ];
      }
      const retry = `retry: ${retryAfter()}\n${resent === '' ? '' : '\n'}`;
      send(response, `${retry}${resent}${cursor === '' ? '' : `id: ${cursor}\n`}\n`);
      if (allPositions) send(response, messageOf({ position: open[0]?.position ?? '', topics: [] }));
    },
    /** The audiences of the streams of signed-in clients. */
    get audiences() {
      return [...readers.values()].flatMap(({ audience }) => audience ?? []);
    },
    /** Ends the streams of the audiences for which `isCurrent` returns false. */
    keepOnly(isCurrent: (audience: Audience) => boolean) {
      for (const [response, { audience }] of readers) if (audience && !isCurrent(audience)) end(response);
    },
    /** Ends the streams that follow all positions. */
    endPositionStreams() {
      for (const response of positionFollowers.keys()) end(response);
    },
    /** Ends all streams. */
    close() {
      for (const response of [...readers.keys(), ...positionFollowers]) end(response);
    },
  };
}

/** Returns the missed changes, each with the cursor after it; a single change of everything if some are unknown. */
function missedIn(feeds: readonly ChangeFeed[], lastSeen: string): { change: Change; at: string }[] {
  const at = positionsIn(lastSeen, feeds.length);
  const missed = feeds.map((feed, index) => feed.missedSince(at[index] ?? ''));
  const unknown = missed.flat().find((change) => change.topics.includes(topics.everything));
  if (unknown) return [{ change: unknown, at: cursorIn(feeds) }];
  return missed.flatMap((changes, index) =>
    changes.map((change) => {
      at[index] = change.position;
      return { change, at: cursorOf(at) };
    }),
  );
}

const cursorIn = (feeds: readonly ChangeFeed[]) => cursorOf(feeds.map(({ position }) => position));

/** Returns the server-sent event, or '' if this audience may see nothing of it. */
function visibleMessage(change: Change, audience: Audience | undefined, at: string): string {
  const visible = topicsFor(change.topics, audience);
  return visible.length === 0 ? '' : messageOf({ ...change, topics: [...visible] }, at);
}

const messageOf = (change: Change, at = change.position) =>
  `event: change\nid: ${at}\ndata: ${JSON.stringify({ position: change.position, topics: change.topics })}\n\n`;

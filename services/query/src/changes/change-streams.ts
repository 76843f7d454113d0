import type { Writable } from 'node:stream';
import type { Change } from '@journal/contracts';
import type { ReadSide } from '../read-side/read-side.ts';
import { createRecentChanges } from './recent-changes.ts';

export type ChangeStreamsOptions = {
  /** Most streams open at once. */
  readonly most: number;
  /** Milliseconds between two signs of life. */
  readonly heartbeatEvery: number;
};

/** Every open stream of changes of this process. */
export type ChangeStreams = {
  readonly open: number;
  readonly dropped: number;
  readonly full: boolean;
  /**
   * Follows the changes on a response whose head has been written, beginning with those after `lastSeen`. A reader
   * who does not keep up is cut off; it comes back and is told what it missed.
   */
  follow(response: Writable, lastSeen: string | undefined): void;
  /** Ends all streams. */
  close(): void;
};

const kept = 256;
/** What may wait for a slow reader, in bytes; a change is some hundred. */
const mostWaiting = 256 * 1024;
/** Readers who lost their connection together should not come back together. */
const retryAfter = () => 1_000 + Math.floor(Math.random() * 2_000);

export function createChangeStreams(readSide: ReadSide, options: ChangeStreamsOptions): ChangeStreams {
  const streams = new Set<Writable>();
  const recent = createRecentChanges(kept);
  let dropped = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  function send(response: Writable, text: string) {
    response.write(text);
    if (response.writableLength <= mostWaiting) return;
    dropped++;
    leave(response);
    response.destroy();
  }

  function leave(response: Writable) {
    streams.delete(response);
    if (streams.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  function toAll(text: string) {
    for (const response of streams) send(response, text);
  }

  readSide.onChange((change) => {
    recent.add(change);
    toAll(messageOf(change));
  });

  return {
    get open() {
      return streams.size;
    },
    get dropped() {
      return dropped;
    },
    get full() {
      return streams.size >= options.most;
    },
    follow(response, lastSeen) {
      // Whoever left before we got here says no second time that they have.
      if (response.destroyed) return;
      // A poll may know a position whose change is not told yet: who began with that one would never be told.
      const position = recent.latest ?? readSide.position;
      const missed = lastSeen === undefined ? [] : recent.after(lastSeen, position);
      const beginning = `retry: ${retryAfter()}\n${position === '' ? '' : `id: ${position}\n`}\n`;
      streams.add(response);
      response.on('close', () => leave(response));
      heartbeat ??= setInterval(() => toAll(':\n\n'), options.heartbeatEvery);
      send(response, beginning + missed.map(messageOf).join(''));
    },
    close() {
      for (const response of streams) response.end();
    },
  };
}

function messageOf(change: Change): string {
  return `event: change\nid: ${change.position}\ndata: ${JSON.stringify(change)}\n\n`;
}

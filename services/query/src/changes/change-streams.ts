import type { Writable } from 'node:stream';
import type { Change } from '@journal/contracts';
import { networkOf } from '@journal/service-kit';
import type { ReadSide } from '../read-side/read-side.ts';
import { createRecentChanges } from './recent-changes.ts';

export type ChangeStreamsOptions = {
  /** Most streams open at once. */
  readonly most: number;
  /** Most of them from one network address. */
  readonly mostOfOne: number;
  /** Milliseconds between two signs of life. */
  readonly heartbeatEvery: number;
};

/** Every open stream of changes of this process. */
export type ChangeStreams = {
  readonly open: number;
  readonly dropped: number;
  readonly full: boolean;
  /** Whether this address has as many streams as one may have. */
  isFullFor(address: string): boolean;
  /**
   * Follows the changes on a response whose head has been written, beginning with those after `lastSeen`. A reader
   * who does not keep up is cut off; it comes back and is told what it missed.
   */
  follow(response: Writable, address: string, lastSeen: string | undefined): void;
  /** Ends all streams. */
  close(): void;
};

const kept = 256;
/** What may wait for a slow reader, in bytes; a change is some hundred. */
const mostWaiting = 256 * 1024;
/** Readers who lost their connection together should not come back together. */
const retryAfter = () => 1_000 + Math.floor(Math.random() * 2_000);

export function createChangeStreams(readSide: ReadSide, options: ChangeStreamsOptions): ChangeStreams {
  const streams = new Map<Writable, string>();
  const ofAddress = new Map<string, number>();
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
    const address = streams.get(response);
    if (address === undefined) return;
    streams.delete(response);
    count(address, -1);
    if (streams.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  function count(address: string, step: 1 | -1) {
    const open = (ofAddress.get(address) ?? 0) + step;
    if (open === 0) ofAddress.delete(address);
    else ofAddress.set(address, open);
  }

  function toAll(text: string) {
    for (const response of streams.keys()) send(response, text);
  }

  readSide.onChange((change) => {
    recent.add(change);
    if (change.topics.length > 0) toAll(messageOf(change));
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
    isFullFor: (address) => (ofAddress.get(networkOf(address)) ?? 0) >= options.mostOfOne,
    follow(response, address, lastSeen) {
      // Whoever left before we got here says no second time that they have.
      if (response.destroyed) return;
      // A poll may know a position whose change is not told yet: who began with that one would never be told.
      const position = recent.latest ?? readSide.position;
      const missed = lastSeen === undefined ? [] : recent.after(lastSeen, position);
      const beginning = `retry: ${retryAfter()}\n${position === '' ? '' : `id: ${position}\n`}\n`;
      streams.set(response, networkOf(address));
      count(networkOf(address), 1);
      response.on('close', () => leave(response));
      heartbeat ??= setInterval(() => toAll(':\n\n'), options.heartbeatEvery);
      send(response, beginning + missed.map(messageOf).join(''));
    },
    close() {
      for (const response of streams.keys()) response.end();
    },
  };
}

function messageOf(change: Change): string {
  return `event: change\nid: ${change.position}\ndata: ${JSON.stringify(change)}\n\n`;
}

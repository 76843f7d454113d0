import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait. Browsers and proxies wait for each answer before they send the next. */
const maxWaiting = 16;
const waiting = new WeakMap<Socket, number>();

/**
 * Calls `handle` when every earlier request of the connection has been answered; never, where the connection ends before.
 * Node itself begins them all at once, however many a client sends without reading, and never tells of those whose
 * connection has ended. Whoever lets more than 16 wait is cut off.
 */
export function inTurn({ socket }: IncomingMessage, response: ServerResponse, handle: () => void): void {
  // Node gives each answer the connection when it is its turn.
  if (response.socket) {
    handle();
    return;
  }
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > maxWaiting) {
    socket.destroy();
    return;
  }
  waiting.set(socket, count);
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    handle();
  });
}

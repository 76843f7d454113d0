import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum queued requests per connection. Browsers and proxies await each response before sending the next request. */
const maxWaiting = 16;
const waiting = new WeakMap<Socket, number>();

/**
 * Calls `handle` once every earlier request on the connection has been answered; never calls it if the connection ends
 * first. Node itself starts all pipelined requests immediately, however many a client sends without reading, and emits
 * no event for those whose connection has ended. Closes a connection with more than 16 queued requests.
 */
export function handleInOrder(
  { socket }: IncomingMessage,
  response: ServerResponse,
  handle: () => void,
): void {
  // Node assigns the socket to each response when its turn comes.
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

import type { IncomingMessage } from 'node:http';
import { requestIdHeader } from '@journal/contracts';
import { trustedProxies } from '@journal/service-kit';

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
const isOnThisMachine = trustedProxies('loopback');

/**
 * Takes from a request what only we may say: its id always, and where it comes from unless a proxy on this machine
 * (the server with TLS in front) says so.
 */
export function dropOutsideHeaders({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  delete headers[requestIdHeader];
  if (isOnThisMachine(socket.remoteAddress)) return;
  for (const name of forwarded) delete headers[name];
}

import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Resolves with the port once `server` listens; with port 0, the system chooses one. Rejects with a message for the
 * operator that names the variables.
 */
export async function listenOn(
  server: Server,
  port: number,
  host?: string,
  variable = 'PORT',
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  try {
    await promise;
    return (server.address() as AddressInfo).port;
  } catch (cause) {
    throw new Error(faultOf(cause as NodeJS.ErrnoException, variable, port, host), { cause });
  } finally {
    server.off('error', reject);
  }
}

/**
 * Resolves with why nothing can listen there, as a message for the operator, or undefined if it can. `variable` names
 * the port's variable. Without `host`, all addresses are meant.
 */
export const listenFault = (port: number, host?: string, variable?: string): Promise<string | undefined> =>
  probe(port, host, variable).then(
    () => undefined,
    (failure: Error) => failure.message,
  );

/** Below the ports that a system assigns to port 0 and to outgoing connections. */
const [lowest, highest] = [20_000, 32_000];
const given = new Set<number>();

/**
 * Resolves with a port of 127.0.0.1 that was free a moment ago, a different one each time. Programs that let the system
 * choose a port can't take it first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (given.has(port) || (await listenFault(port, '127.0.0.1'))) continue;
    given.add(port);
    return port;
  }
}

async function probe(port: number, host?: string, variable?: string): Promise<number> {
  const server = createServer();
  try {
    return await listenOn(server, port, host, variable);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function faultOf({ code }: NodeJS.ErrnoException, variable: string, port: number, host?: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${variable}: ${port} is in use by another program; stop that program, or set ${variable} to another port`;
    case 'EACCES':
      return `${variable}: ${port} requires administrator rights; set ${variable} to a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is not an address of this machine; use 127.0.0.1 for local access, 0.0.0.0 for access from anywhere`;
    default:
      return `HOST, ${variable}: cannot listen on ${host ?? '*'}:${port} (${code})`;
  }
}

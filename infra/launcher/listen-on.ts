import type { Server } from 'node:http';

/** Resolves when `server` listens; rejects with a message for the person, naming the variables, where it can't. */
export async function listenOn(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  try {
    await promise;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`PORT: ${port} is in use by another program`, { cause });
    throw new Error(`HOST, PORT: can't listen on ${host}:${port} (${code})`, { cause });
  } finally {
    server.off('error', reject);
  }
}

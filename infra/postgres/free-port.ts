import { createServer } from 'node:net';

/** Answers a port of 127.0.0.1 that was free a moment ago; somebody else may still take it first. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free port was found.'));
      });
    });
  });
}

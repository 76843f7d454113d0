import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const afterStart = 10_000;

/**
 * Gives back, once, what starting has left behind. A process at rest never collects by itself, and the garbage of
 * loading, migrating and publishing would stay: some 20 MB on a small machine.
 */
export function settleMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: NodeJS.GCFunction = runInNewContext('gc');
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, afterStart).unref();
}

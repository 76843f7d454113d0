import { Worker } from 'node:worker_threads';
import type { OpenBoxes } from '@journal/events';

type Contents = Awaited<ReturnType<OpenBoxes>>;

/** Idle time, in milliseconds, after which the thread ends, so that an idle worker uses no memory for it. */
const idleTimeout = 5_000;

/**
 * Opens sealed boxes on a separate thread, so that a rebuild can read, decrypt and write concurrently. The thread is
 * started on demand. Keys are passed to it as KeyObjects: no message contains their bytes.
 */
export function createBoxOpener(): { readonly openBoxes: OpenBoxes; close(): Promise<void> } {
  const requests: PromiseWithResolvers<Contents>[] = [];
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  function start(): Worker {
    const started = new Worker(new URL('./box-opener.thread.ts', import.meta.url), {
      // Texts live for one batch: a young generation that is large enough avoids copying them to the old generation.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    const fail = (error: unknown) => {
      if (thread === started) thread = undefined;
      for (const { reject } of requests.splice(0)) reject(error);
    };
    started.on('message', (contents: Contents) => {
      // Responses arrive in the order of the requests.
      requests.shift()?.resolve(contents);
      if (requests.length === 0) idle = setTimeout(() => void close(), idleTimeout).unref();
    });
    started.on('error', fail);
    // After an idle timeout a new thread may already be running; the pending requests are then its own.
    started.on('exit', () => {
      if (thread === undefined || thread === started) fail(new Error('The decryption thread has ended'));
    });
    started.unref();
    return started;
  }

  return {
    openBoxes(boxes) {
      clearTimeout(idle);
      thread ??= start();
      const request = Promise.withResolvers<Contents>();
      requests.push(request);
      thread.postMessage(boxes);
      return request.promise;
    },
    close,
  };
}

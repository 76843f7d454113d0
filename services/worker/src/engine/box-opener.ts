import { Worker } from 'node:worker_threads';
import type { OpenBoxes } from '@journal/events';

type Contents = Awaited<ReturnType<OpenBoxes>>;

/** Milliseconds without a request after which the thread ends: a worker at rest holds no memory for it. */
const idleTimeout = 5_000;

/**
 * Opens sealed boxes on a thread of its own, so that a rebuild reads, opens and writes at the same time. The thread is
 * started when it is needed. Keys are shared with it as KeyObjects: their bytes are in no message.
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
      // Texts live for one batch: where there is room for it, none is copied as if it were to stay.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    const fail = (error: unknown) => {
      if (thread === started) thread = undefined;
      for (const { reject } of requests.splice(0)) reject(error);
    };
    started.on('message', (contents: Contents) => {
      // Answers come in the order of the requests.
      requests.shift()?.resolve(contents);
      if (requests.length === 0) idle = setTimeout(() => void close(), idleTimeout).unref();
    });
    started.on('error', fail);
    // After an idle time another thread may be at work already, whose requests are not this one's.
    started.on('exit', () => {
      if (thread === undefined || thread === started)
        fail(new Error('The thread that opens sealed data has ended'));
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

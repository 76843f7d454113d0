import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';

export interface SupervisedPostgres {
  /** The same for as long as it is kept. */
  url: string;
  /** Resolves, with the reason, when it has fallen so often that it is no longer brought back. */
  givenUp: Promise<string>;
  stop(): Promise<void>;
  kill(): void;
}

export interface RestartPolicy {
  /** Times that it is started again `within` milliseconds. */
  falls: number;
  within: number;
  /** Milliseconds before the second start in a row; the first one is at once, each later one waits twice as long. */
  firstPause: number;
}

const usual: RestartPolicy = { falls: 5, within: 600_000, firstPause: 500 };

/**
 * An embedded server that is started again, at the same address and on the same data, when it ends by itself: what
 * was committed is there. `say` gets one line for each fall and each return.
 */
export async function supervisePostgres(
  options: EmbeddedPostgresOptions,
  say: (line: string) => void,
  policy: RestartPolicy = usual,
): Promise<SupervisedPostgres> {
  let current = await startEmbeddedPostgres(options);
  const port = Number(new URL(current.url).port);
  const givenUp = Promise.withResolvers<string>();
  const stopping = new AbortController();
  const falls: number[] = [];
  let returning: Promise<void> | undefined;

  function watch(server: EmbeddedPostgres): void {
    void server.ended.then(() => {
      if (!stopping.signal.aborted) returning = bringBack('has ended by itself');
    });
  }

  async function bringBack(reason: string): Promise<void> {
    const now = performance.now();
    const recent = falls.filter((at) => now - at < policy.within);
    falls.splice(0, falls.length, ...recent, now);
    if (recent.length >= policy.falls)
      return givenUp.resolve(`The embedded Postgres ${reason}, too often to start it again.`);
    const pause = recent.length === 0 ? 0 : policy.firstPause * 2 ** (recent.length - 1);
    say(`The embedded Postgres ${reason}; starting it again${pause ? ` in ${pause} ms` : ''} …`);
    await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return;
    try {
      current = await startEmbeddedPostgres({ ...options, port });
    } catch (failure) {
      return bringBack(`can't be started (${(failure as Error).message})`);
    }
    say(`The embedded Postgres is back after ${((performance.now() - now) / 1_000).toFixed(1)} s.`);
    watch(current);
  }

  watch(current);
  return {
    url: current.url,
    givenUp: givenUp.promise,
    async stop() {
      stopping.abort();
      await returning;
      await current.stop();
    },
    kill: () => current.kill(),
  };
}

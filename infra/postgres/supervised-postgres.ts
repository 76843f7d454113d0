import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';

const defaultPolicy = {
  /** Maximum number of restarts `within` milliseconds. */
  restarts: 5,
  within: 600_000,
  /**
   * Milliseconds before the second restart in a row; the first is immediate, and each later one waits twice as long.
   */
  firstPause: 500,
};
export type RestartPolicy = typeof defaultPolicy;

/**
 * Starts an embedded server, and restarts it at the same address and on the same data when it ends on its own. `say` is
 * called with one line for each end and each restart.
 */
export async function supervisePostgres(
  options: EmbeddedPostgresOptions,
  say: (line: string) => void,
  policy: RestartPolicy = defaultPolicy,
) {
  let current = await startEmbeddedPostgres(options);
  const port = Number(new URL(current.url).port);
  const givenUp = Promise.withResolvers<string>();
  const stopping = new AbortController();
  const ends: number[] = [];
  let restarting: Promise<void> | undefined;

  function watch(server: EmbeddedPostgres): void {
    void server.ended.then(() => {
      if (!stopping.signal.aborted) restarting = restart('exited unexpectedly');
    });
  }

  async function restart(reason: string): Promise<void> {
    const now = performance.now();
    const recent = ends.filter((at) => now - at < policy.within);
    ends.splice(0, ends.length, ...recent, now);
    if (recent.length >= policy.restarts)
      return givenUp.resolve(`The embedded Postgres ${reason} too often and is not restarted.`);
    const pause = recent.length === 0 ? 0 : policy.firstPause * 2 ** (recent.length - 1);
    say(`The embedded Postgres ${reason}; restarting${pause ? ` in ${pause} ms` : ''} …`);
    await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return;
    try {
      current = await startEmbeddedPostgres({ ...options, port });
    } catch (failure) {
      return restart(`failed to start (${(failure as Error).message})`);
    }
    say(
      `The embedded Postgres is available again after ${((performance.now() - now) / 1_000).toFixed(1)} s.`,
    );
    watch(current);
  }

  watch(current);
  return {
    /** Unchanged by restarts. */
    url: current.url,
    /** Resolves with the reason once it has ended too often to be restarted. */
    givenUp: givenUp.promise,
    async stop(): Promise<void> {
      stopping.abort();
      await restarting;
      await current.stop();
    },
    /** Ends it immediately and permanently. */
    kill(): void {
      stopping.abort();
      current.kill();
    },
  };
}

import { installOnDebian, programInPath } from './programs.ts';

/** Where the jobs' specs find a Redis to start; see `services/worker/src/testing/start-redis.ts`. */
export function findRedis(): string | undefined {
  return programInPath(['redis-server']);
}

/** Makes sure that a Redis can be started: the system's, or on Debian as root its package. */
export function ensureRedis(): void {
  if (findRedis() === undefined) installOnDebian(['redis-server']);
}

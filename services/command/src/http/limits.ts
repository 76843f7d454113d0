import { createHmac, randomBytes } from 'node:crypto';
import { networkOf, ProblemError } from '@journal/service-kit';
import type { KeyedHash } from '@journal/vault';
import type { FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The kinds of request that are rate-limited. */
export type LimitKind = 'login' | 'registration' | 'forgot' | 'newsletter' | 'pitch';

export type Limit = { readonly times: number; readonly seconds: number };

export type LimitTable = Readonly<Record<LimitKind, Limit>>;

export const defaultLimits: LimitTable = {
  login: { times: 10, seconds: 60 },
  registration: { times: 10, seconds: 3_600 },
  forgot: { times: 5, seconds: 3_600 },
  newsletter: { times: 10, seconds: 3_600 },
  pitch: { times: 20, seconds: 3_600 },
};

/** Counts requests by kind and key. */
export type Counter = {
  /** Counts a request. Resolves with 0 if it is within the limit, else with the milliseconds until the next may be. */
  take(kind: LimitKind, key: string): Promise<number>;
};

/** Counts in this process only, from zero at each start. */
export const createMemoryCounter = (limits: LimitTable): Counter =>
  createCounter(limits, (options) => new RateLimiterMemory(options));

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

/** Returns a counter with one limiter per kind. */
export function createCounter(
  limits: LimitTable,
  create: (options: LimiterOptions) => RateLimiterAbstract,
): Counter {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([keyPrefix, { times, seconds }]) => [
      keyPrefix,
      create({ keyPrefix, points: times, duration: seconds }),
    ]),
  ) as Record<LimitKind, RateLimiterAbstract>;
  return {
    async take(kind, key) {
      try {
        await limiters[kind].consume(key);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, refusal.msBeforeNext);
      }
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Limits whose counter gets neither addresses nor accounts, only their keyed hashes; while `hash` is unavailable, those
 * of a key of this process.
 */
export function createLimits(counter: Counter, hash: KeyedHash) {
  const secret = randomBytes(32);
  const ownHash = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

  async function take(kind: LimitKind, what: 'network' | 'account', value: string): Promise<void> {
    const key = await hash('limit', what, value).catch(() => ownHash(what, value));
    const milliseconds = await counter.take(kind, key);
    if (milliseconds > 0) {
      const seconds = `${Math.ceil(milliseconds / 1_000)}`;
      throw new ProblemError('too-many-requests', { headers: { 'retry-after': seconds } });
    }
  }
  return {
    /**
     * Counts this request for the network that it comes from and, if given, for the account (an id or a normalised
     * address). Rejects with `too-many-requests` where either is over its limit.
     */
    async take(request: FastifyRequest, kind: LimitKind, account?: string): Promise<void> {
      await take(kind, 'network', networkOf(request.ip));
      if (account !== undefined) await take(kind, 'account', account);
    },
  };
}

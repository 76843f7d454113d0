import { createHmac, randomBytes } from 'node:crypto';
import { tooManyRequests } from '@journal/contracts';
import { networkOf, ProblemError } from '@journal/service-kit';
import type { KeyedHash } from '@journal/vault';
import type { FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How often something may happen per account, or per network that requests come from. */
type Limit = { readonly per: 'network' | 'account'; readonly times: number; readonly seconds: number };

export type LimitTable = Readonly<Partial<Record<LimitKind, readonly Limit[]>>>;

const minute = 60;
const hour = 3_600;

/** Per network they let a school class in, which has one address. */
export const defaultLimits = {
  login: [{ per: 'account', times: 10, seconds: minute }],
  failedLogin: [
    { per: 'network', times: 10, seconds: minute },
    { per: 'network', times: 100, seconds: hour },
  ],
  // Each sends a mail, also where the account is erased and opened again.
  registration: [
    { per: 'network', times: 60, seconds: hour },
    { per: 'account', times: 5, seconds: hour },
  ],
  forgot: [
    { per: 'network', times: 60, seconds: hour },
    { per: 'account', times: 5, seconds: hour },
  ],
  newsletter: [
    { per: 'network', times: 60, seconds: hour },
    { per: 'account', times: 10, seconds: hour },
  ],
  confirmation: [{ per: 'account', times: 3, seconds: hour }],
  pitch: [{ per: 'account', times: 20, seconds: hour }],
  // Of one's own pitches and settings: each stays in the log for good.
  change: [{ per: 'account', times: 60, seconds: hour }],
  // Each is an entry of the audit.
  export: [{ per: 'account', times: 10, seconds: hour }],
} as const satisfies Readonly<Record<string, readonly Limit[]>>;

/** What is rate-limited. */
export type LimitKind = keyof typeof defaultLimits;

/** By what something is counted; a limit per account holds only where there is one. */
export type CountedBy = { readonly network: string; readonly account?: string };

/** Counts by kind. Both resolve with 0 within all limits, else with the milliseconds until the next may be. */
export type Counter = {
  /** Counts one, in the order of the limits, up to the first that is reached. */
  take(kind: LimitKind, by: CountedBy): Promise<number>;
  /** Counts nothing. */
  wait(kind: LimitKind, by: CountedBy): Promise<number>;
};

/** Counts in this process only, from zero at each start. */
export const createMemoryCounter = (limits: LimitTable): Counter =>
  createCounter(limits, (options) => new RateLimiterMemory(options));

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

/** Returns a counter with one limiter per limit. */
export function createCounter(
  limits: LimitTable,
  create: (options: LimiterOptions) => RateLimiterAbstract,
): Counter {
  const limiters = Object.entries(limits).flatMap(([kind, ofKind]) =>
    ofKind.map(({ per, times, seconds }) => ({
      kind,
      per,
      times,
      limiter: create({ keyPrefix: `${kind}-${per}-${seconds}`, points: times, duration: seconds }),
    })),
  );
  const limitersOf = (wanted: LimitKind, by: CountedBy) =>
    limiters.flatMap(({ kind, per, ...rest }) => {
      const key = by[per];
      return kind === wanted && key !== undefined ? [{ key, ...rest }] : [];
    });
  return {
    async take(kind, by) {
      for (const { limiter, key } of limitersOf(kind, by))
        try {
          await limiter.consume(key);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          return Math.max(1, refusal.msBeforeNext);
        }
      return 0;
    },
    async wait(kind, by) {
      const waits = limitersOf(kind, by).map(async ({ limiter, key, times }) => {
        const counted = await limiter.get(key);
        return counted && counted.consumedPoints >= times ? Math.max(1, counted.msBeforeNext) : 0;
      });
      return Math.max(0, ...(await Promise.all(waits)));
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Limits whose counter gets neither addresses nor accounts, only their keyed hashes; while `hash` is unavailable, those
 * of a key of this process. Each rejects with `too-many-requests`, saying for how long, where a limit is reached.
 */
export function createLimits(counter: Counter, hash: KeyedHash) {
  const secret = randomBytes(32);
  const ownHash = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
  const keyOf = (what: keyof CountedBy, value: string) =>
    hash('limit', what, value).catch(() => ownHash(what, value));

  async function countedBy({ ip }: FastifyRequest, account?: string): Promise<CountedBy> {
    const network = await keyOf('network', networkOf(ip));
    return account === undefined ? { network } : { network, account: await keyOf('account', account) };
  }

  return {
    /** Counts this request for the network that it comes from and, if given, for the account (an id or an address). */
    async take(request: FastifyRequest, kind: LimitKind, account?: string): Promise<void> {
      refuseFor(await counter.take(kind, await countedBy(request, account)));
    },
    /**
     * Counts a guess at the password of an account. The result is to be called once the password is verified, before
     * anything tells whether it was right; it rejects where the network has failed too often meanwhile, for a right one,
     * too, so that many guesses at once reveal no more than guesses in turn.
     */
    async guess(request: FastifyRequest, account: string): Promise<(isRight: boolean) => Promise<void>> {
      const by = await countedBy(request, account);
      refuseFor(await counter.wait('failedLogin', by));
      refuseFor(await counter.take('login', by));
      return async (isRight) => refuseFor(await (isRight ? counter.wait : counter.take)('failedLogin', by));
    },
  };
}

function refuseFor(milliseconds: number): void {
  if (milliseconds <= 0) return;
  const seconds = Math.ceil(milliseconds / 1_000);
  throw new ProblemError('too-many-requests', {
    message: tooManyRequests(seconds),
    headers: { 'retry-after': `${seconds}` },
  });
}

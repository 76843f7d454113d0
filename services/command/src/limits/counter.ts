import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What may be asked only so often. */
export type LimitKind = 'login' | 'registration' | 'forgot' | 'newsletter' | 'pitch';

export type Limit = { readonly times: number; readonly seconds: number };

export type LimitTable = Readonly<Record<LimitKind, Limit>>;

export const usualLimits: LimitTable = {
  login: { times: 10, seconds: 60 },
  registration: { times: 10, seconds: 3_600 },
  forgot: { times: 5, seconds: 3_600 },
  newsletter: { times: 10, seconds: 3_600 },
  pitch: { times: 20, seconds: 3_600 },
};

/** Counts what is asked, each kind by its own limit. */
export type Counter = {
  /** Milliseconds until it may be asked again under this key; 0 where it may now, which then counts. */
  take(kind: LimitKind, key: string): Promise<number>;
};

/** Counts in this process alone, from nothing at each start. */
export const createMemoryCounter = (limits: LimitTable): Counter =>
  counterOf(limits, (options) => new RateLimiterMemory(options));

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

/** A counter of one limiter for each kind. */
export function counterOf(
  limits: LimitTable,
  create: (options: LimiterOptions) => RateLimiterAbstract,
): Counter {
  const limiter = (kind: LimitKind) =>
    create({ keyPrefix: kind, points: limits[kind].times, duration: limits[kind].seconds });
  const limiters: Record<LimitKind, RateLimiterAbstract> = {
    login: limiter('login'),
    registration: limiter('registration'),
    forgot: limiter('forgot'),
    newsletter: limiter('newsletter'),
    pitch: limiter('pitch'),
  };
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

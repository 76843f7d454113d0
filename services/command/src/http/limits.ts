import { createHmac, randomBytes } from 'node:crypto';
import { tooManyGuesses, tooManyRequests } from '@journal/contracts';
import { networkOf, ProblemError } from '@journal/service-kit';
import type { KeyedHash } from '@journal/vault';
import type { FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How often something may happen per account, or per network that requests come from. */
type Limit = { readonly per: 'network' | 'account'; readonly times: number; readonly seconds: number };

export type LimitTable = Readonly<Partial<Record<LimitKind, readonly Limit[]>>>;

const minute = 60;
const hour = 3_600;
const day = 24 * hour;

/** Per network they let a school class in, which has one address. */
export const defaultLimits = {
  login: [{ per: 'account', times: 10, seconds: minute }],
  failedLogin: [
    { per: 'network', times: 10, seconds: minute },
    { per: 'network', times: 100, seconds: hour },
  ],
  // Wrong passwords from however many networks. Where the account was signed in to of late is counted by itself.
  failedGuess: [
    { per: 'account', times: 20, seconds: hour },
    { per: 'account', times: 50, seconds: day },
  ],
  // No limit: what is counted here is where an account was signed in to of late. A timer takes 24 days at most.
  knownNetwork: [{ per: 'account', times: 1, seconds: 21 * day }],
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
  // By anybody, about anything: nobody has many, and each sends mails.
  report: [
    { per: 'network', times: 10, seconds: hour },
    { per: 'network', times: 30, seconds: day },
  ],
  confirmation: [{ per: 'account', times: 3, seconds: hour }],
  // Each sends a mail to any address.
  mailingTest: [{ per: 'account', times: 30, seconds: hour }],
  // Each sends a mail to somebody who may not expect it.
  invitation: [{ per: 'account', times: 30, seconds: hour }],
  guardian: [{ per: 'account', times: 3, seconds: day }],
  // Whoever opens many accounts floods nobody.
  askedGuardian: [{ per: 'account', times: 6, seconds: day }],
  // Each shows a text to whoever has it.
  preview: [{ per: 'account', times: 60, seconds: hour }],
  pitch: [{ per: 'account', times: 20, seconds: hour }],
  // Of one's own pitches and settings: each stays in the log for good.
  change: [{ per: 'account', times: 60, seconds: hour }],
  // Each tells everybody who may read it by a mail, and none of them is to be buried.
  concern: [
    { per: 'account', times: 10, seconds: hour },
    { per: 'account', times: 30, seconds: day },
  ],
  // A form saves what is typed at most every two seconds, on two devices perhaps.
  draft: [{ per: 'account', times: 2_000, seconds: hour }],
  // What a device was asked to sign counts once; longer than its cookie lasts.
  challenge: [{ per: 'account', times: 1, seconds: 6 * minute }],
  // Each is an entry of the audit.
  export: [{ per: 'account', times: 10, seconds: hour }],
} as const satisfies Readonly<Record<string, readonly Limit[]>>;

/** What is rate-limited. */
export type LimitKind = keyof typeof defaultLimits;

/** By what something is counted; a limit per account holds only where there is one. */
export type CountedBy = { readonly network: string; readonly account?: string };

/** Counts by kind. `take` and `wait` resolve with 0 within all limits, else with the milliseconds until the next may be. */
export type Counter = {
  /** Counts one, in the order of the limits, up to the first that is reached. */
  take(kind: LimitKind, by: CountedBy): Promise<number>;
  /** Counts nothing. */
  wait(kind: LimitKind, by: CountedBy): Promise<number>;
  /** Counts one from now on, in place of what was counted before; for kinds that are never taken. */
  restart(kind: LimitKind, by: CountedBy): Promise<void>;
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
      seconds,
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
    async restart(kind, by) {
      for (const { limiter, key, seconds } of limitersOf(kind, by)) await limiter.set(key, 1, seconds);
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** A guess at a password that may be looked at. */
export type Guess = {
  /**
   * Whether too many guesses have failed at this account: no password but a temporary one may be looked at, which nobody
   * can guess, so that its owner always has a way in.
   */
  readonly isHeld: boolean;
  /**
   * To be called once the password is verified, before anything tells whether it was right. Rejects where too many have
   * failed meanwhile, for a right one, too, so that many guesses at once reveal no more than guesses in turn.
   */
  settle(isRight: boolean): Promise<void>;
};

/**
 * Limits whose counter gets neither addresses nor accounts, only their keyed hashes; while `hash` is unavailable, those
 * of a key of this process. Each rejects with `too-many-requests`, saying for how long, where a limit is reached.
 */
export function createLimits(counter: Counter, hash: KeyedHash) {
  const secret = randomBytes(32);
  const ownHash = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
  const keyOf = (what: string, ...values: string[]) =>
    hash('limit', what, ...values).catch(() => ownHash(what, ...values));

  /** `account` and what it is of, in the words of `keyOf`. While the vault hangs, both are waited for together. */
  async function countedBy({ ip }: FastifyRequest, ...account: readonly string[]): Promise<CountedBy> {
    const [what, ...values] = account;
    const [network, counted] = await Promise.all([
      keyOf('network', networkOf(ip)),
      what === undefined ? undefined : keyOf(what, ...values),
    ]);
    return counted === undefined ? { network } : { network, account: counted };
  }
  const countedFor = (request: FastifyRequest, account?: string) =>
    account === undefined ? countedBy(request) : countedBy(request, 'account', account);
  /** Of an account what is done from the network of this request. */
  const countedHere = (request: FastifyRequest, account: string) =>
    countedBy(request, 'account in network', account, networkOf(request.ip));

  return {
    /** Counts this request for the network that it comes from and, if given, for the account (an id or an address). */
    async take(request: FastifyRequest, kind: LimitKind, account?: string): Promise<void> {
      refuseFor(await counter.take(kind, await countedFor(request, account)));
    },
    /** Counts a guess at the password of an account, an id or an address. */
    async guess(request: FastifyRequest, account: string): Promise<Guess> {
      const [by, here] = await Promise.all([countedFor(request, account), countedHere(request, account)]);
      refuseFor(await counter.wait('failedLogin', by));
      const guesser = (await counter.wait('knownNetwork', here)) > 0 ? here : by;
      const held = await counter.wait('failedGuess', guesser);
      // Who is held can't use up what the account's owner may do in a minute.
      if (held === 0) refuseFor(await counter.take('login', by));
      return {
        isHeld: held > 0,
        async settle(isRight) {
          const count = isRight ? counter.wait : counter.take;
          refuseFor(await count('failedLogin', by));
          if (!isRight || held === 0)
            refuseFor(held || (await count('failedGuess', guesser)), tooManyGuesses);
        },
      };
    },
    /** As `guess`, of what nobody can guess, so that the network alone is counted. */
    async attempt(request: FastifyRequest): Promise<Pick<Guess, 'settle'>> {
      const by = await countedFor(request);
      refuseFor(await counter.wait('failedLogin', by));
      return {
        async settle(isRight) {
          refuseFor(await (isRight ? counter.wait : counter.take)('failedLogin', by));
        },
      };
    },
    /** Resolves with whether nobody else, in any process, has used up this challenge. */
    async isFirstUse(challenge: string): Promise<boolean> {
      const account = await keyOf('challenge', challenge);
      return (await counter.take('challenge', { network: account, account })) === 0;
    },
    /** Remembers that an account was signed in to from the network of this request: guesses from elsewhere don't hold it. */
    async signedIn(request: FastifyRequest, account: string): Promise<void> {
      await counter.restart('knownNetwork', await countedHere(request, account));
    },
  };
}

function refuseFor(milliseconds: number, words = tooManyRequests): void {
  if (milliseconds <= 0) return;
  const seconds = Math.ceil(milliseconds / 1_000);
  throw new ProblemError('too-many-requests', {
    message: words(seconds),
    headers: { 'retry-after': `${seconds}` },
  });
}

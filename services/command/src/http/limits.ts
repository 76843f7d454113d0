import { createHmac, randomBytes } from 'node:crypto';
import { tooManyGuesses, tooManyRequests } from '@journal/contracts';
import { networkOf, ProblemError } from '@journal/service-kit';
import type { KeyedHash } from '@journal/vault';
import type { FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How often something is allowed per account, or per network that requests come from. */
type Limit = { readonly per: 'network' | 'account'; readonly times: number; readonly seconds: number };

export type LimitTable = Readonly<Partial<Record<LimitKind, readonly Limit[]>>>;

const minute = 60;
const hour = 3_600;
const day = 24 * hour;

/** The limits per network admit a school class, which shares one address. */
export const defaultLimits = {
  login: [{ per: 'account', times: 10, seconds: minute }],
  failedLogin: [
    { per: 'network', times: 10, seconds: minute },
    { per: 'network', times: 100, seconds: hour },
  ],
  // Wrong passwords, from any number of networks. Networks with a recent sign-in to the account are counted separately.
  failedGuess: [
    { per: 'account', times: 20, seconds: hour },
    { per: 'account', times: 50, seconds: day },
  ],
  // Not a limit: records the networks with a recent sign-in to an account. A timer lasts at most 24 days.
  knownNetwork: [{ per: 'account', times: 1, seconds: 21 * day }],
  // Each sends a mail, even if the account is erased and registered again.
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
  // Anybody can report anything: nobody needs many reports, and each sends mails.
  report: [
    { per: 'network', times: 10, seconds: hour },
    { per: 'network', times: 30, seconds: day },
  ],
  confirmation: [{ per: 'account', times: 3, seconds: hour }],
  // Each sends a mail to an arbitrary address.
  mailingTest: [{ per: 'account', times: 30, seconds: hour }],
  // Each sends a mail to somebody who may not expect it.
  invitation: [{ per: 'account', times: 30, seconds: hour }],
  guardian: [{ per: 'account', times: 3, seconds: day }],
  // Per guardian address, so that many accounts cannot flood it.
  askedGuardian: [{ per: 'account', times: 6, seconds: day }],
  // Each link shows a text to anyone who has it.
  preview: [{ per: 'account', times: 60, seconds: hour }],
  pitch: [{ per: 'account', times: 20, seconds: hour }],
  // Changes to one's own pitches and settings: each stays in the log permanently.
  change: [{ per: 'account', times: 60, seconds: hour }],
  // Each is mailed to everybody who may read it, and none of them should get buried.
  concern: [
    { per: 'account', times: 10, seconds: hour },
    { per: 'account', times: 30, seconds: day },
  ],
  // A form saves at most every two seconds, possibly on two devices.
  draft: [{ per: 'account', times: 2_000, seconds: hour }],
  // A challenge that a device signs counts once, for longer than its cookie lasts.
  challenge: [{ per: 'account', times: 1, seconds: 6 * minute }],
  // Each is an entry in the audit.
  export: [{ per: 'account', times: 10, seconds: hour }],
} as const satisfies Readonly<Record<string, readonly Limit[]>>;

/** Kinds of rate-limited requests. */
export type LimitKind = keyof typeof defaultLimits;

/** What to count by; a limit per account applies only if there is one. */
export type LimitKeys = { readonly network: string; readonly account?: string };

/** Counts by kind. `take` and `wait` resolve with 0 within all limits, otherwise with the wait in milliseconds. */
export type Counter = {
  /** Counts one against each limit in order, up to the first that is reached. */
  take(kind: LimitKind, by: LimitKeys): Promise<number>;
  /** Counts nothing. */
  wait(kind: LimitKind, by: LimitKeys): Promise<number>;
  /** Counts one from now on, replacing earlier counts; for kinds that are never taken. */
  restart(kind: LimitKind, by: LimitKeys): Promise<void>;
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
  const limitersOf = (wanted: LimitKind, by: LimitKeys) =>
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

/** A password guess that may be checked. */
export type Guess = {
  /**
   * Whether too many guesses at this account have failed. Then only a temporary password, which nobody can guess, may
   * be checked, so that the owner can always sign in.
   */
  readonly isHeld: boolean;
  /**
   * To be called once the password is verified, before anything reveals whether it was right. Rejects if too many
   * guesses have failed meanwhile, even for a right one, so that concurrency reveals nothing more.
   */
  settle(isRight: boolean): Promise<void>;
};

/**
 * Rate limits whose counter receives neither addresses nor accounts, only their keyed hashes; while `hash` is
 * unavailable, hashes under a key of this process. A reached limit rejects with `too-many-requests` and the wait.
 */
export function createLimits(counter: Counter, hash: KeyedHash) {
  const secret = randomBytes(32);
  const ownHash = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
  const keyOf = (what: string, ...values: string[]) =>
    hash('limit', what, ...values).catch(() => ownHash(what, ...values));

  /** `account`: arguments for `keyOf`, if there is an account. If the vault hangs, both hashes are awaited together. */
  async function limitKeysOf({ ip }: FastifyRequest, ...account: readonly string[]): Promise<LimitKeys> {
    const [what, ...values] = account;
    const [network, counted] = await Promise.all([
      keyOf('network', networkOf(ip)),
      what === undefined ? undefined : keyOf(what, ...values),
    ]);
    return counted === undefined ? { network } : { network, account: counted };
  }
  const limitKeysFor = (request: FastifyRequest, account?: string) =>
    account === undefined ? limitKeysOf(request) : limitKeysOf(request, 'account', account);
  /** Counts what happens to an account from the network of this request. */
  const limitKeysInNetwork = (request: FastifyRequest, account: string) =>
    limitKeysOf(request, 'account in network', account, networkOf(request.ip));

  return {
    /** Counts this request for its network and, if given, for the account (an id or an address). */
    async take(request: FastifyRequest, kind: LimitKind, account?: string): Promise<void> {
      throwIfLimited(await counter.take(kind, await limitKeysFor(request, account)));
    },
    /** Counts a guess at the password of an account (an id or an address). */
    async guess(request: FastifyRequest, account: string): Promise<Guess> {
      const [by, here] = await Promise.all([
        limitKeysFor(request, account),
        limitKeysInNetwork(request, account),
      ]);
      throwIfLimited(await counter.wait('failedLogin', by));
      const guesser = (await counter.wait('knownNetwork', here)) > 0 ? here : by;
      const held = await counter.wait('failedGuess', guesser);
      // A held guesser must not use up the logins per minute of the account's owner.
      if (held === 0) throwIfLimited(await counter.take('login', by));
      return {
        isHeld: held > 0,
        async settle(isRight) {
          const count = isRight ? counter.wait : counter.take;
          throwIfLimited(await count('failedLogin', by));
          if (!isRight || held === 0)
            throwIfLimited(held || (await count('failedGuess', guesser)), tooManyGuesses);
        },
      };
    },
    /** Like `guess`, for secrets that nobody can guess, so that only the network is counted. */
    async attempt(request: FastifyRequest): Promise<Pick<Guess, 'settle'>> {
      const by = await limitKeysFor(request);
      throwIfLimited(await counter.wait('failedLogin', by));
      return {
        async settle(isRight) {
          throwIfLimited(await (isRight ? counter.wait : counter.take)('failedLogin', by));
        },
      };
    },
    /** Resolves with whether this is the first use of the challenge, in any process. */
    async isFirstUse(challenge: string): Promise<boolean> {
      const account = await keyOf('challenge', challenge);
      return (await counter.take('challenge', { network: account, account })) === 0;
    },
    /** Records a sign-in to an account from the network of this request: guesses elsewhere don't block it there. */
    async signedIn(request: FastifyRequest, account: string): Promise<void> {
      await counter.restart('knownNetwork', await limitKeysInNetwork(request, account));
    },
  };
}

function throwIfLimited(milliseconds: number, messageOf = tooManyRequests): void {
  if (milliseconds <= 0) return;
  const seconds = Math.ceil(milliseconds / 1_000);
  throw new ProblemError('too-many-requests', {
    message: messageOf(seconds),
    headers: { 'retry-after': `${seconds}` },
  });
}

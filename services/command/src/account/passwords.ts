import { timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { normaliseTemporaryPassword } from '@journal/events';
import { ProblemError } from '@journal/service-kit';
import type { KeyedHash } from '@journal/vault';
import argon2 from 'argon2';
import pLimit from 'p-limit';
import type { Guess } from '../http/limits.ts';
import type { Account } from './account.decider.ts';
import { acceptedHash, type PasswordProof } from './passwords.state.ts';

export type PasswordHasher = {
  /** Resolves with a hash in the PHC string format, with a new salt. */
  hash(password: string): Promise<string>;
  /** Resolves with whether a password matches the hash. Without a hash, resolves with false after the same time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
};

/** The library's functions; each call uses 19 MiB while it runs. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

export type HasherLimits = { readonly maxConcurrent: number; readonly maxQueued: number };

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of a password that nobody knows. */
export const unknownPasswordHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Leaves one core free for readers, and one of libuv's four threads for everything else. */
const defaults: HasherLimits = {
  maxConcurrent: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxQueued: 64,
};

/**
 * argon2id, off the event loop. At most `maxConcurrent` calls run at the same time, 19 MiB each, so that a flood of
 * logins cannot exhaust the memory. Up to `maxQueued` wait in order; any more are rejected with `unavailable`.
 */
export function createPasswordHasher(
  { maxConcurrent, maxQueued }: HasherLimits = defaults,
  { hash, verify }: Argon2 = argon2,
): PasswordHasher {
  const limit = pLimit(maxConcurrent);
  async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.activeCount + limit.pendingCount >= maxConcurrent + maxQueued)
      throw new ProblemError('unavailable');
    return limit(work);
  }
  return {
    hash: (password) => limited(() => hash(normalised(password), parameters)),
    verify: (passwordHash, password) =>
      limited(async () => {
        const isRight = await verify(passwordHash ?? unknownPasswordHash, normalised(password));
        return isRight && passwordHash !== null;
      }),
  };
}

/** Keyboards encode the same letter in different ways. */
const normalised = (password: string) => password.normalize('NFC');

/**
 * Resolves with which password of an account this is; undefined if it is wrong. It always computes one keyed hash and
 * one argon2 verification, even without an account, so that its time reveals nothing. For a held guess it computes only
 * the keyed hash: the account's own password is not checked. The decider checks the expiry of a temporary password.
 */
export async function verifyPassword(
  parts: { readonly hash: KeyedHash; readonly passwords: PasswordHasher },
  account: Account | undefined,
  password: string,
  { isHeld }: Pick<Guess, 'isHeld'>,
): Promise<PasswordProof | undefined> {
  const passwordHash = acceptedHash(account);
  const [temporaryPasswordHash, isPassword] = await Promise.all([
    parts.hash('temporary-password', account?.userId ?? 'nobody', normaliseTemporaryPassword(password)),
    isHeld ? false : parts.passwords.verify(passwordHash, password),
  ]);
  const temporary = [account?.temporaryPassword, account?.replacedPassword];
  const isTemporary = temporary.map((each) => equal(temporaryPasswordHash, each?.hash ?? '')).includes(true);
  if (passwordHash !== null && isPassword) return { kind: 'password', passwordHash };
  return isTemporary ? { kind: 'temporary', temporaryPasswordHash } : undefined;
}

/** Compares in a time that depends only on the length of the first text. */
function equal(text: string, other: string): boolean {
  const bytes = Buffer.from(text);
  const same = Buffer.from(other).length === bytes.length;
  return timingSafeEqual(bytes, same ? Buffer.from(other) : bytes) && same;
}

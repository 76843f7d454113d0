import { availableParallelism } from 'node:os';
import { ProblemError } from '@journal/service-kit';
import argon2 from 'argon2';
import pLimit from 'p-limit';

export type PasswordHasher = {
  /** In the PHC string format, with a salt of its own. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password is the one that was hashed. Takes the same time where there is no hash to compare with, and is
   * false then.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
};

/** What does the work; each call takes 19 MiB until it is over. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

export type HasherLimits = { readonly atOnce: number; readonly waiting: number };

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of no password anybody knows. */
export const hashOfNobody = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** A core stays free for readers, and one of libuv's four threads for everything else. */
const defaults: HasherLimits = {
  atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)),
  waiting: 64,
};

/**
 * argon2id, off the event loop. At most so many run at once, 19 MiB each, so that a flood of logins can't take the
 * memory; as many as may wait do so in their order, and beyond them it rejects with the problem `unavailable`.
 */
export function createPasswordHasher(
  { atOnce, waiting }: HasherLimits = defaults,
  { hash, verify }: Argon2 = argon2,
): PasswordHasher {
  const limit = pLimit(atOnce);
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw new ProblemError('unavailable');
    return limit(work);
  }
  return {
    hash: (password) => inTurn(() => hash(asTyped(password), parameters)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const isRight = await verify(passwordHash ?? hashOfNobody, asTyped(password));
        return isRight && passwordHash !== null;
      }),
  };
}

/** Keyboards spell the same letter in more than one way. */
const asTyped = (password: string) => password.normalize('NFC');

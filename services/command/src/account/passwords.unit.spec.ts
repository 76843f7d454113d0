import { availableParallelism } from 'node:os';
import { needsRehash } from 'argon2';
import { describe, expect, it } from 'vitest';
import { type Argon2, createPasswordHasher, unknownPasswordHash } from './passwords.ts';

const passwords = createPasswordHasher();
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

describe('the password hasher', () => {
  it('creates and verifies salted argon2id hashes with the OWASP parameters', async () => {
    const [one, other] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$/);
    expect(needsRehash(one, owasp)).toBe(false);
    expect(one).not.toBe(other);
    for (const [password, isRight] of [
      ['secret', true],
      ['Secret', false],
      ['', false],
    ] as const)
      expect(await passwords.verify(one, password)).toBe(isRight);
    await expect(passwords.verify('nonsense', 'secret')).rejects.toThrow();
  });

  it('verifies against a dummy hash with the same parameters if there is no hash, and returns false', async () => {
    expect(needsRehash(unknownPasswordHash, owasp)).toBe(false);
    expect(await passwords.verify(null, 'secret')).toBe(false);
  });

  it('treats Unicode encodings of the same letter as equal, but similar letters as different', async () => {
    const hash = await passwords.hash('caf\u00e9-kennwort');
    expect(await passwords.verify(hash, 'cafe\u0301-kennwort')).toBe(true);
    expect(await passwords.verify(hash, 'cafe-kennwort')).toBe(false);
    expect(await passwords.verify(hash, 'c\u0430f\u00e9-kennwort')).toBe(false);
  });

  it('queues up to its limit, and rejects the rest', async () => {
    const small = createPasswordHasher({ maxConcurrent: 1, maxQueued: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => small.verify(null, 'secret')));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false]);
    expect(outcomes[4]).toMatchObject({ reason: { name: 'ProblemError', code: 'unavailable' } });
    await expect(small.verify(null, 'secret')).resolves.toBe(false);
  });

  it('never exceeds its concurrency limit under a flood', async () => {
    const underWay: (() => void)[] = [];
    const work = <Result>(result: Result) =>
      new Promise<Result>((resolve) => underWay.push(() => resolve(result)));
    const slow = { hash: () => work(unknownPasswordHash), verify: () => work(true) } as unknown as Argon2;
    const flooded = createPasswordHasher(undefined, slow);
    const answers = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? flooded.hash('secret') : flooded.verify(unknownPasswordHash, 'secret'),
    );
    const most = Math.min(3, Math.max(1, availableParallelism() - 1));
    for (let done = 0; done < answers.length; done++) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(underWay.length).toBe(Math.min(most, answers.length - done));
      underWay.shift()?.();
    }
    await Promise.all(answers);
  });
});

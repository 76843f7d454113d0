import type { Registration } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { bootstrapAdministrator } from './administrator.ts';

const named = { ADMIN_EMAIL: 'editor@journal.example', ADMIN_PASSWORD: 'a secret', ADMIN_NAME: 'The Editor' };
const quiet = { info: () => {}, warn: () => {} };

describe('the administrator of the environment', () => {
  it('is nobody if none is configured', async () => {
    const kept = bootstrapAdministrator({}, () => Promise.reject(new Error('not to be called')), quiet);
    kept.start();
    await kept.check();
    await kept.stop();
  });

  it('is missing until it is ensured, which is retried until it succeeds', async () => {
    const asked: Registration[] = [];
    const there = Promise.withResolvers<void>();
    const logged: unknown[] = [];
    const kept = bootstrapAdministrator(
      named,
      async (registration) => {
        if (asked.push(registration) < 3) throw new Error('The log is away');
        there.resolve();
      },
      { info: () => {}, warn: (...words: unknown[]) => void logged.push(words) },
    );
    await expect(kept.check()).rejects.toThrow();
    kept.start();
    kept.start();
    await there.promise;
    await kept.stop();
    await kept.check();
    expect(asked).toEqual(
      Array(3).fill({ email: 'editor@journal.example', password: 'a secret', fullName: 'The Editor' }),
    );
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toMatch(/editor|secret/i);
  });

  it('has a default name', async () => {
    const given: string[] = [];
    const { ADMIN_NAME: _none, ...nameless } = named;
    const kept = bootstrapAdministrator(nameless, async ({ fullName }) => void given.push(fullName), quiet);
    kept.start();
    await kept.stop();
    expect(given).toEqual(['Administrator']);
  });

  it('is abandoned when the service stops', async () => {
    const failed = Promise.withResolvers<void>();
    const kept = bootstrapAdministrator(
      named,
      async () => {
        failed.resolve();
        throw new Error('The log is away');
      },
      quiet,
    );
    kept.start();
    await failed.promise;
    await kept.stop();
    await expect(kept.check()).rejects.toThrow();
  });
});

import type { Registration } from '@journal/contracts';
import { createKeyedHash } from '@journal/vault';
import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createAccountSide, sampleArticle, sampleUser } from '../testing/command-side.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { createAccountParts } from './account.ts';
import { bootstrapAdministrator, ensureAdministrator } from './administrator.ts';

async function createSide() {
  const side = await createAccountSide();
  const parts = createAccountParts({
    log: createJournalLog({ store: side.store, vault: side.vault, now: () => side.clock.now }),
    vault: side.vault,
    hash: createKeyedHash(side.vault),
    now: () => side.clock.now,
  });
  const publish = (cookie: string) => side.call('POST', '/api/articles', sampleArticle, { cookie });
  return {
    ...side,
    publish,
    ensure: (change = {}) => ensureAdministrator(parts, { ...sampleUser, ...change }),
  };
}

describe('an operator', () => {
  it('grants and revokes; a session survives the first and ends with the second', async () => {
    const side = await createSide();
    const cookie = cookieOf(await side.register());
    expect(codeOf(await side.publish(cookie))).toBe('not-allowed');
    const granted = await side.operate('administrators/grant', { email: ' SAMPLE.writer@example.org ' });
    expect([granted.statusCode, granted.headers['journal-position']]).toEqual([204, await side.store.head()]);
    expect((await side.publish(cookie)).statusCode).toBe(201);
    expect((await side.login()).json().isAdmin).toBe(true);
    expect((await side.operate('administrators/revoke', { email: sampleUser.email })).statusCode).toBe(204);
    expect(codeOf(await side.publish(cookie))).toBe('not-signed-in');
    expect((await side.login()).json().isAdmin).toBe(false);
  });

  it('is told that an address is unknown', async () => {
    const side = await createSide();
    for (const path of ['administrators/grant', 'administrators/revoke'])
      expect(codeOf(await side.operate(path, { email: 'unknown@example.org' }))).toBe('user-not-found');
    const forgetting = { email: 'unknown@example.org', pieces: 'keep' };
    expect(codeOf(await side.operate('users/forgetting', forgetting))).toBe('user-not-found');
  });
});

describe('the bootstrap administrator', () => {
  it('is registered and granted the rights if missing, once', async () => {
    const side = await createSide();
    await side.ensure({ email: ' Sample.Writer@Example.org' });
    const before = side.log.length;
    await side.ensure();
    expect(side.log).toHaveLength(before);
    expect((await side.events()).map(({ metadata }) => metadata.actor.role)).toEqual(Array(4).fill('system'));
    expect((await side.login()).json()).toMatchObject({ isAdmin: true, fullName: 'Sample Writer' });
  });

  it('is granted to whoever has the address, and keeps their password', async () => {
    const side = await createSide();
    await side.register();
    await side.ensure({ password: 'the password of the start', fullName: 'Administrator' });
    expect((await side.login()).json()).toMatchObject({ isAdmin: true, fullName: 'Sample Writer' });
    expect((await side.login({ password: 'the password of the start' })).statusCode).toBe(401);
  });

  it('is one if several processes start at once', async () => {
    const side = await createSide();
    await Promise.all([side.ensure(), side.ensure(), side.ensure()]);
    const types = (await side.events()).map(({ type }) => type);
    expect(types.filter((type) => type === 'UserRegistered' || type === 'AdminGranted')).toEqual([
      'UserRegistered',
      'AdminGranted',
    ]);
  });
});

const named = { ADMIN_EMAIL: 'editor@journal.example', ADMIN_PASSWORD: 'a secret', ADMIN_NAME: 'The Editor' };
const quiet = { info: () => {}, warn: () => {} };

describe('the administrator of the environment', () => {
  it('is nobody if none is configured', async () => {
    const bootstrap = bootstrapAdministrator({}, () => Promise.reject(new Error('not to be called')), quiet);
    bootstrap.start();
    await bootstrap.check();
    await bootstrap.stop();
  });

  it('is missing until it is ensured, which is retried until it succeeds', async () => {
    const asked: Registration[] = [];
    const there = Promise.withResolvers<void>();
    const logged: unknown[] = [];
    const bootstrap = bootstrapAdministrator(
      named,
      async (registration) => {
        if (asked.push(registration) < 3) throw new Error('The log is away');
        there.resolve();
      },
      { info: () => {}, warn: (...words: unknown[]) => void logged.push(words) },
    );
    await expect(bootstrap.check()).rejects.toThrow();
    bootstrap.start();
    bootstrap.start();
    await there.promise;
    await bootstrap.stop();
    await bootstrap.check();
    expect(asked).toEqual(
      Array(3).fill({ email: 'editor@journal.example', password: 'a secret', fullName: 'The Editor' }),
    );
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toMatch(/editor|secret/i);
  });

  it('has a default name', async () => {
    const given: string[] = [];
    const { ADMIN_NAME: _none, ...nameless } = named;
    const bootstrap = bootstrapAdministrator(
      nameless,
      async ({ fullName }) => void given.push(fullName),
      quiet,
    );
    bootstrap.start();
    await bootstrap.stop();
    expect(given).toEqual(['Administrator']);
  });

  it('is abandoned when the service stops', async () => {
    const failed = Promise.withResolvers<void>();
    const bootstrap = bootstrapAdministrator(
      named,
      async () => {
        failed.resolve();
        throw new Error('The log is away');
      },
      quiet,
    );
    bootstrap.start();
    await failed.promise;
    await bootstrap.stop();
    await expect(bootstrap.check()).rejects.toThrow();
  });
});

import type { Registration } from '@journal/contracts';
import { createMetrics } from '@journal/service-kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { codeOf, cookieOf, createCommandSide, sampleArticle, sampleUser } from '../testing/command-side.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { bootstrapAdministrator, ensureAdministrator } from './administrator.ts';

async function start() {
  const side = await createCommandSide();
  const now = () => side.clock.now;
  const passwords = {
    hash: async (password: string) => `hash of ${password}`,
    verify: async (hash: string | null, password: string) => hash === `hash of ${password}`,
  };
  const log = createJournalLog({ ...side, now, metrics: createMetrics('spec') });
  const parts = { ...side, log, passwords, now, wait: async () => {} };
  return {
    ...side,
    publish: (cookie: string) => side.call('POST', '/api/articles', sampleArticle, { cookie }),
    ensure: (change = {}) => ensureAdministrator(parts, { ...sampleUser, ...change }),
  };
}

describe('an operator', () => {
  it('grants and revokes admin rights: a session survives the grant and ends with the revocation', async () => {
    const side = await start();
    const cookie = cookieOf(await side.register());
    expect(codeOf(await side.publish(cookie))).toBe('not-allowed');
    const granted = await side.operate('administrators/grant', { email: ' SAMPLE.writer@example.org ' });
    expect([granted.statusCode, granted.headers['journal-position']]).toEqual([204, await side.store.head()]);
    expect((await side.publish(cookie)).statusCode).toBe(201);
    expect((await side.login()).json().isAdmin).toBe(true);
    const revoked = await side.operate('administrators/revoke', { email: sampleUser.email, last: true });
    expect(revoked.statusCode).toBe(204);
    expect(codeOf(await side.publish(cookie))).toBe('not-signed-in');
    expect((await side.login()).json().isAdmin).toBe(false);
  });

  it('gets user-not-found for an unknown address', async () => {
    const side = await start();
    for (const [path, change] of [
      ['administrators/grant', {}],
      ['administrators/revoke', {}],
      ['users/forgetting', { pieces: 'keep' }],
    ] as const)
      expect(codeOf(await side.operate(path, { email: 'unknown@example.org', ...change }))).toBe(
        'user-not-found',
      );
  });
});

describe('the bootstrap administrator', () => {
  it('is registered and granted admin rights once, if missing', async () => {
    const side = await start();
    await side.ensure({ email: ' Sample.Writer@Example.org' });
    const before = side.log.length;
    await side.ensure();
    expect(side.log).toHaveLength(before);
    expect((await side.events()).map(({ metadata }) => metadata.actor.role)).toEqual(Array(5).fill('system'));
    expect((await side.login()).json()).toMatchObject({ isAdmin: true, fullName: 'Sample Writer' });
  });

  const another = { password: 'the password of the start', fullName: 'Administrator' };

  it('is not an earlier registrant of the address until they confirm it', async () => {
    const side = await start();
    const { id } = (await side.register()).json();
    expect(await side.ensure(another)).toBe(false);
    expect((await side.login()).json()).toMatchObject({ isAdmin: false, fullName: 'Sample Writer' });
    expect((await side.login({ password: another.password })).statusCode).toBe(401);
    await side.happen(id, 'UserEmailConfirmed');
    expect(await side.ensure(another)).toBe(true);
    expect((await side.login()).json()).toMatchObject({ isAdmin: true, fullName: 'Sample Writer' });
    expect((await side.login({ password: another.password })).statusCode).toBe(401);
  });

  it('is the user who registered with the configured address and password', async () => {
    const side = await start();
    await side.register();
    expect(await side.ensure()).toBe(true);
    expect((await side.login()).json()).toMatchObject({ isAdmin: true, fullName: 'Sample Writer' });
  });

  it('keeps admin rights that an operator granted, and their own password', async () => {
    const side = await start();
    await side.register();
    await side.operate('administrators/grant', { email: sampleUser.email });
    expect(await side.ensure(another)).toBe(true);
    expect((await side.login()).json()).toMatchObject({ isAdmin: true });
  });

  it('is created once if several processes start together', async () => {
    const side = await start();
    await Promise.all([side.ensure(), side.ensure(), side.ensure()]);
    const types = side.types().filter((type) => /^(UserRegistered|AdminGranted)$/.test(type));
    expect(types).toEqual(['UserRegistered', 'AdminGranted']);
  });
});

const named = { ADMIN_EMAIL: 'editor@journal.example', ADMIN_PASSWORD: 'a secret', ADMIN_NAME: 'The Editor' };
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

describe('the configured administrator', () => {
  it('is retried until it succeeds, and fails the health check until then', async () => {
    const attempts: Registration[] = [];
    const there = Promise.withResolvers<void>();
    const logged: unknown[] = [];
    const bootstrap = bootstrapAdministrator(
      named,
      async (registration) => {
        if (attempts.push(registration) < 3) throw new Error('The log is away');
        there.resolve();
        return true;
      },
      { ...quiet, warn: (...words: unknown[]) => void logged.push(words) },
    );
    await expect(bootstrap.check()).rejects.toThrow();
    bootstrap.start();
    bootstrap.start();
    await there.promise;
    await bootstrap.stop();
    await bootstrap.check();
    expect(attempts).toEqual(
      Array(3).fill({ email: 'editor@journal.example', password: 'a secret', fullName: 'The Editor' }),
    );
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toMatch(/editor|secret/i);
  });

  it('is optional, and has a default name', async () => {
    const { ADMIN_NAME: _none, ...nameless } = named;
    const ensured: string[] = [];
    for (const config of [{}, nameless]) {
      const ensure = async ({ fullName }: Registration) => ensured.push(fullName) > 0;
      const bootstrap = bootstrapAdministrator(config, ensure, quiet);
      bootstrap.start();
      await bootstrap.stop();
      await bootstrap.check();
    }
    expect(ensured).toEqual(['Administrator']);
  });

  it('is not retried if the address may be a stranger’s; the log gives the remedy without personal data', async () => {
    const logged: string[] = [];
    const ensure = vi.fn(async () => false);
    const bootstrap = bootstrapAdministrator(named, ensure, {
      ...quiet,
      error: (words: unknown) => void logged.push(String(words)),
    });
    bootstrap.start();
    await expect.poll(() => logged).toHaveLength(1);
    await bootstrap.stop();
    await bootstrap.check();
    expect(ensure).toHaveBeenCalledTimes(1);
    expect(logged[0]).toMatch(/^ADMIN_EMAIL was not made an administrator.*journal user forget/);
    expect(logged[0]).not.toMatch(/editor@|secret/i);
  });

  it('stops being retried when the service stops, and still fails the health check', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ensure = vi.fn(() => Promise.reject<boolean>(new Error('The log is away')));
    const bootstrap = bootstrapAdministrator(named, ensure, quiet);
    bootstrap.start();
    await vi.advanceTimersByTimeAsync(1_000);
    const attempts = ensure.mock.calls.length;
    expect(attempts).toBeGreaterThan(1);
    await bootstrap.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ensure).toHaveBeenCalledTimes(attempts);
    await expect(bootstrap.check()).rejects.toThrow();
  });
});

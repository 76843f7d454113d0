import process from 'node:process';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { until, useTestDatabase } from '@journal/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLeaderElection, type LeaderElection, type Leadership } from './leader-election.ts';

const { url, pool } = useTestDatabase();
const { signal } = new AbortController();

const connections = async (applicationName: string) => {
  const { rows } = await pool.query(
    'select count(*)::int as count from pg_stat_activity where application_name = $1 and datname = current_database()',
    [applicationName],
  );
  return rows[0].count as number;
};

describe('leader election', () => {
  const candidate = (name: string): LeaderElection => {
    const election = createLeaderElection(url, name);
    onTestFinished(election.close);
    return election;
  };

  it('holds all locks on one connection, and hands each over within 1 s of its release', async () => {
    const [first, second] = [candidate('first'), candidate('second')];
    const held = await Promise.all(['1', '2', '3'].map((key) => first.campaign(key, { signal })));
    expect(await connections('first')).toBe(1);
    const onStandby = vi.fn();
    const elected: string[] = [];
    for (const key of ['1', '2', '3'])
      void second.campaign(key, { signal, onStandby }).then(() => elected.push(key));
    await until(() => expect(onStandby.mock.calls.length).toBeGreaterThanOrEqual(3));
    expect(elected).toEqual([]);
    const startedAt = performance.now();
    await held[1]?.release();
    await until(() => expect(elected).toEqual(['2']));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await first.close();
    await until(() => expect(elected.toSorted()).toEqual(['1', '2', '3']));
    expect(await connections('second')).toBe(1);
  });

  it('reports all locks as lost when the connection breaks, and acquires a lock again', async () => {
    const election = candidate('cut');
    const held = (await Promise.all(
      ['4', '5'].map((key) => election.campaign(key, { signal })),
    )) as Leadership[];
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'`);
    await until(() => expect(held.map(({ lost }) => lost.aborted)).toEqual([true, true]));
    await expect(election.campaign('4', { signal })).resolves.toBeDefined();
  });

  it('releases many locks at the same time without overlapping statements', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const election = candidate('many');
    const keys = Array.from({ length: 12 }, (_, index) => `${100 + index}`);
    const held = await Promise.all(keys.map((key) => election.campaign(key, { signal })));
    await Promise.all(held.map((leadership) => leadership?.release()));
    await sleep(10);
    process.off('warning', warned);
    expect(warned.mock.calls.map(([warning]) => String(warning))).toEqual([]);
  });

  it('releases a lock as often as it was acquired, and resolves each release', async () => {
    const [election, other] = [candidate('again'), candidate('next')];
    const [first, second] = await Promise.all(['7', '8'].map((key) => election.campaign(key, { signal })));
    const releases = [first?.release()];
    // The unlock statement for the first is in flight: the second's lock is acquired again before it is released.
    await turn();
    releases.push(second?.release());
    releases.push((await election.campaign('8', { signal }))?.release());
    await Promise.all(releases);
    await expect(other.campaign('8', { signal })).resolves.toBeDefined();
  });

  it('resolves a pending release only after the connection has closed', async () => {
    const election = candidate('overtaken');
    const leadership = await election.campaign('9', { signal });
    const ended: string[] = [];
    const released = leadership?.release();
    const closed = election.close().then(() => ended.push('closed'));
    await released;
    await turn();
    expect(ended).toEqual(['closed']);
    await closed;
  });

  it('ends a campaign when it is aborted, and leaves no lock behind', async () => {
    const [leader, other] = [candidate('leader'), candidate('other')];
    const leadership = await leader.campaign('6', { signal });
    const stop = new AbortController();
    const waiting = other.campaign('6', { signal: stop.signal });
    stop.abort();
    await expect(waiting).resolves.toBeUndefined();
    await leadership?.release();
    await expect(leader.campaign('6', { signal })).resolves.toBeDefined();
  });
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { missingEngines } from './engines.ts';

afterEach(() => void vi.unstubAllEnvs());

it('without a redis-server, the system under faults is not run, and reported as such', async () => {
  vi.stubEnv('PATH', '');
  const [missing] = (await missingEngines()).filter(({ project }) => project === 'redis');
  expect(missing).toEqual({
    project: 'redis',
    suite: 'the job queue on Redis, and the system under faults',
    reason: 'no redis-server is in the path',
  });
  const listing = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--project=launcher'];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, listing, { cwd, env: process.env });
  expect(stdout).toContain('split-start.e2e.spec.ts');
  expect(stdout).not.toContain('faults.e2e.spec.ts');
}, 120_000);

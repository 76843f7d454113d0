import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const dockerfile = readFileSync(path('infra/docker/Dockerfile'), 'utf8');
const allowed = readFileSync(path('.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'));

test('everything that is copied from the tree is there and is let into the build', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  expect(copied.length).toBeGreaterThan(5);
  for (const source of copied) {
    expect(existsSync(path(source)), source).toBe(true);
    expect(
      allowed.some((line) => `${source}/`.startsWith(`${line.slice(1)}/`)),
      source,
    ).toBe(true);
  }
});

test('every image runs its main.ts as an account without rights, on the Node of .nvmrc', () => {
  const node = readFileSync(path('.nvmrc'), 'utf8').trim();
  expect(dockerfile).toMatch(new RegExp(`^FROM node:${node}-slim AS base$`, 'm'));
  expect(dockerfile.indexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.indexOf(' AS runtime\n'));
  const programs = [...dockerfile.matchAll(/^CMD \["node", "(.+)"\]$/gm)].map(([, program = '']) => program);
  expect(programs).toHaveLength(4);
  for (const program of programs) expect(existsSync(path(program)), program).toBe(true);
});

test('the command line runs with nothing of npm beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-image-'));
  const stage = dockerfile.slice(dockerfile.indexOf(' AS journal\n'));
  for (const [, name = ''] of stage.matchAll(/^COPY (\S+) \/app\/\1$/gm))
    await cp(path(name), join(folder, name), {
      recursive: true,
      filter: (source) => !source.includes('node_modules'),
    });
  const [, program = ''] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(dockerfile) ?? [];
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'help'], { cwd: folder });
  expect(stdout).toContain('journal user forget <email>');
  await rm(folder, { recursive: true });
});

test('the pnpm of the images is the pnpm of the tree', () => {
  const { packageManager } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    packageManager: string;
  };
  expect(new Set(dockerfile.match(/pnpm@[\d.]+/g))).toEqual(new Set([packageManager]));
});

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dockerfile, path, read } from './fixtures/cluster-files.ts';

const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'));

test('every path copied from the tree exists and is allowed by .dockerignore', () => {
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

test('every image runs its main.ts as an unprivileged user on the Node version of .nvmrc', () => {
  const node = read('.nvmrc').trim();
  expect(dockerfile).toMatch(new RegExp(`^FROM node:${node}-slim AS base$`, 'm'));
  expect(dockerfile.indexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.indexOf(' AS runtime\n'));
  const programs = [...dockerfile.matchAll(/^CMD \["node", "(.+)"\]$/gm)].map(([, program = '']) => program);
  expect(programs).toHaveLength(4);
  for (const program of programs) expect(existsSync(path(program)), program).toBe(true);
});

/** Returns the package of an import specifier, which names a package or a path in one. */
const packageOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0];

test('the image of the command line contains everything that its commands import', () => {
  const { dependencies } = JSON.parse(read('infra/cli/package.json')) as {
    dependencies: Record<string, string>;
  };
  const stage = dockerfile.slice(dockerfile.indexOf(' AS journal\n'));
  const folders = [...stage.matchAll(/^COPY (?:--from=\S+ )?\S+ \/app\/(\S+)$/gm)].map(
    ([, folder]) => `${folder}/`,
  );
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    expect(
      folders.some((folder) => file.startsWith(folder)),
      file,
    ).toBe(true);
    if (!file.startsWith('infra/')) return;
    // Nothing is installed for the other folders of infra.
    const installed = file.startsWith('infra/cli/') ? Object.keys(dependencies) : [];
    for (const [, name = ''] of read(file).matchAll(/^(?!import type).*?(?:from |import[ (])'([^']+)'/gm)) {
      // The embedded Postgres is only started if no engine is configured, which a container refuses.
      if (name.startsWith('../postgres/')) continue;
      if (name.startsWith('.')) follow(join(dirname(file), name));
      else if (!name.startsWith('node:')) expect(installed, `${name} of ${file}`).toContain(packageOf(name));
    }
  };
  const [, program = ''] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(dockerfile) ?? [];
  follow(program);
  expect(seen).toContain('infra/cli/maintenance.ts');
});

test('the command line image sets IN_CONTAINER, and health checks run every second during startup', () => {
  expect(dockerfile.slice(dockerfile.indexOf(' AS journal\n'))).toMatch(/^ENV IN_CONTAINER=yes$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK .*--start-interval=1s /m);
});

test('the health check of a container succeeds for 200 only, and starts no Node process', async () => {
  const [, line = '[]'] = /^HEALTHCHECK .*\\\n {2}CMD (\[.+\])$/m.exec(dockerfile) ?? [];
  const [program = '', ...words] = JSON.parse(line) as string[];
  expect(program).toBe('bash');
  let status = 200;
  const server = createServer((request, answer) =>
    answer.writeHead(request.url === '/health/live' ? status : 404).end('{}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const isHealthy = () =>
    promisify(execFile)(program, words, { env: { ...process.env, PORT: `${port}` } }).then(
      () => true,
      () => false,
    );
  expect(await isHealthy()).toBe(true);
  status = 503;
  expect(await isHealthy()).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isHealthy()).toBe(false);
});

test('every image is trimmed after its packages are installed', () => {
  const installs = dockerfile.match(/ AS \w+-installed\n/g);
  expect(dockerfile.match(/ && trim$/gm)).toHaveLength(installs?.length ?? 0);
});

test('trim.sh removes build tools, source maps and types, and nothing needed at runtime', async () => {
  const root = await mkdtemp(join(tmpdir(), 'journal-trim-'));
  const packages = join(root, 'node_modules/.pnpm');
  const kept = ['vike@0.4.250', 'pg@8.22.1', '@fastify+reply-from@12.1.0', 'babel-plain@1.0.0'];
  for (const name of [
    ...kept,
    'vite@8.3.2',
    '@babel+core@8.0.1',
    '@esbuild+linux-x64@0.29.0',
    '@types+node@24.0.0',
  ]) {
    await mkdir(join(packages, name), { recursive: true });
    for (const file of ['index.js', 'index.js.map', 'index.d.ts'])
      await writeFile(join(packages, name, file), '');
  }
  await promisify(execFile)('sh', [path('infra/docker/trim.sh')], { cwd: root });
  expect((await readdir(packages)).toSorted()).toEqual(kept.toSorted());
  for (const name of kept) expect(await readdir(join(packages, name))).toEqual(['index.js']);
  await rm(root, { recursive: true });
});

test('the images use the same pnpm version as the tree', () => {
  const { packageManager } = JSON.parse(read('package.json')) as {
    packageManager: string;
  };
  expect(new Set(dockerfile.match(/pnpm@[\d.]+/g))).toEqual(new Set([packageManager]));
});

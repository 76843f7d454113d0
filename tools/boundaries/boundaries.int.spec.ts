import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cruiseTree, root } from './cruise.ts';
import { layers } from './layers.ts';
import { rules } from './rules.ts';

/** Violations to plant: the rule, the file that breaks it, and what that file imports: a file, a package or a module of Node. */
const violations = [
  ['layers-of-packages-contracts', 'packages/contracts/src/a.ts', 'packages/events/src/index.ts'],
  ['layers-of-packages-event-store', 'packages/event-store/src/a.ts', 'packages/contracts/src/index.ts'],
  ['layers-of-packages-events', 'packages/events/src/a.ts', 'packages/event-store/src/index.ts'],
  ['layers-of-packages-postgres', 'packages/postgres/src/a.ts', 'packages/events/src/index.ts'],
  ['layers-of-packages-read-models', 'packages/read-models/src/a.ts', 'packages/events/src/index.ts'],
  ['layers-of-packages-search', 'packages/search/src/a.ts', 'packages/events/src/index.ts'],
  ['layers-of-packages-service-kit', 'packages/service-kit/src/a.ts', 'packages/postgres/src/index.ts'],
  ['layers-of-packages-session', 'packages/session/src/a.ts', 'packages/events/src/index.ts'],
  ['layers-of-packages-testing', 'packages/testing/src/a.ts', 'packages/postgres/src/index.ts'],
  ['layers-of-packages-vault', 'packages/vault/src/a.ts', 'packages/event-store/src/index.ts'],
  ['layers-of-services-command', 'services/command/src/a.ts', 'packages/read-models/src/index.ts'],
  ['layers-of-services-command', 'services/command/src/b.ts', 'services/query/src/index.ts'],
  ['layers-of-services-query', 'services/query/src/a.ts', 'packages/event-store/src/index.ts'],
  ['layers-of-services-query', 'services/query/src/b.ts', 'services/worker/src/index.ts'],
  ['layers-of-services-worker', 'services/worker/src/a.ts', 'services/command/src/index.ts'],
  ['layers-of-web', 'web/server/a.ts', 'packages/events/src/index.ts'],
  ['specs-keep-to-the-layers', 'packages/events/src/a.unit.spec.ts', 'infra/launcher/index.ts'],
  ['specs-keep-to-the-layers', 'services/query/src/a.int.spec.ts', 'tools/testing/index.ts'],
  ['npm-of-packages-contracts', 'packages/contracts/src/b.ts', 'fastify'],
  ['npm-of-packages-events', 'packages/events/src/b.ts', 'pg'],
  ['node-of-packages-contracts', 'packages/contracts/src/c.ts', 'node:crypto'],
  ['node-of-packages-events', 'packages/events/src/c.ts', 'node:fs'],
  ['domain-is-pure', 'services/command/src/article/a.decider.ts', 'services/command/src/index.ts'],
  ['domain-is-pure', 'services/command/src/article/b.decider.ts', 'packages/event-store/src/index.ts'],
  [
    'projections-write-by-steps',
    'services/worker/src/projections/a.projection.ts',
    'packages/postgres/src/index.ts',
  ],
  ['projections-write-by-steps', 'services/worker/src/projections/b.projection.ts', 'pg'],
  ['domain-is-pure', 'services/command/src/article/a.state.ts', 'node:crypto'],
  ['domain-is-pure', 'services/command/src/article/c.decider.ts', 'packages/contracts/src/index.ts'],
  ['fields-run-in-browsers', 'packages/events/src/fields/a.ts', 'packages/events/src/index.ts'],
  ['test-doubles-stay-in-specs', 'services/command/src/c.ts', 'packages/event-store/src/memory/index.ts'],
  [
    'search-quality-stays-in-specs-and-benches',
    'packages/search/src/b.ts',
    'packages/search/src/quality/index.ts',
  ],
  ['through-the-door', 'services/command/src/d.ts', 'packages/events/src/inner.ts'],
  ['no-circles', 'services/query/src/one.ts', 'services/query/src/other.ts'],
  ['no-folder-circles', 'web/features/one.tsx', 'web/ui/two.ts'],
  ['everything-resolves', 'services/query/src/c.ts', 'services/query/src/nowhere.ts'],
] as const;

const folder = await realpath(await mkdtemp(join(tmpdir(), 'journal-boundaries-')));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function plant(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

for (const [, , target] of violations) {
  if (target.startsWith('node:') || target.includes('nowhere')) continue;
  if (target.includes('/')) await plant(target, 'export {};\n');
  else {
    await plant(`node_modules/${target}/package.json`, JSON.stringify({ name: target, main: 'index.js' }));
    await plant(`node_modules/${target}/index.js`, '');
  }
}
await plant('services/query/src/other.ts', "import './one.ts';\n");
await plant('web/ui/three.ts', "import '../features/four.ts';\n");
await plant('web/features/four.ts', 'export {};\n');
for (const [, file, target] of violations)
  await plant(file, `import '${target.includes('/') ? `./${relative(dirname(file), target)}` : target}';\n`);

const planted = await cruiseTree(folder);

test('imports of TypeScript files are read', () => {
  expect(planted.dependencies).toBeGreaterThanOrEqual(violations.length);
});

test.each(violations)('%s: %s may not import %s', (rule, file) => {
  expect(planted.violations.filter(({ from }) => from === file).map((each) => each.rule)).toContain(rule);
});

test('every rule is broken by something planted', () => {
  const broken = new Set<string>(violations.map(([rule]) => rule));
  expect(rules.map(({ name }) => name).filter((name) => !broken.has(name ?? ''))).toEqual([]);
});

test.each(Object.entries(layers))('the manifest of %s declares nothing beyond its layer', (name, allowed) => {
  const manifest = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const ours = Object.keys(manifest.dependencies ?? {}).filter((each) => each.startsWith('@journal/'));
  const folders = allowed.map((each) => each.replace(/\/src\/.*$/, ''));
  expect(folders).toEqual(expect.arrayContaining(ours.map((each) => each.replace('@journal', 'packages'))));
});

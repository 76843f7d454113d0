import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cruiseTree, root } from './cruise.ts';
import { layers, rules } from './rules.ts';

/**
 * Violations to plant: the rule, the file that breaks it, and what that file imports: a file, a package or a Node
 * module.
 */
const violations = [
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

/** For each package, all of our packages that it may not import, and one file that imports them all. */
const forbidden = Object.entries(layers).map(([name, allowed]) => ({
  rule: `layers-of-${name.replace('/', '-')}`,
  file: `${name}/src/layer.ts`,
  targets: [...Object.keys(layers), 'infra', 'tools', 'bench']
    .filter((other) => other !== name && !allowed.some((each) => each.startsWith(other)))
    .map((other) => `${other}/src/index.ts`),
}));

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
for (const { file, targets } of forbidden) {
  const imports = targets.map((target) => `import './${relative(dirname(file), target)}';\n`);
  await plant(file, imports.join(''));
  for (const target of targets) await plant(target, 'export {};\n');
}
await plant('services/query/src/other.ts', "import './one.ts';\n");
await plant('web/ui/three.ts', "import '../features/four.ts';\n");
await plant('web/features/four.ts', 'export {};\n');
for (const [, file, target] of violations)
  await plant(file, `import '${target.includes('/') ? `./${relative(dirname(file), target)}` : target}';\n`);

const planted = await cruiseTree(folder);

test('imports of TypeScript files are found', () => {
  expect(planted.dependencies).toBeGreaterThanOrEqual(violations.length);
});

test.each(violations)('%s: %s may not import %s', (rule, file) => {
  expect(planted.violations.filter(({ from }) => from === file).map((each) => each.rule)).toContain(rule);
});

test.each(forbidden)('$rule forbids every package that is not listed', ({ rule, file, targets }) => {
  const found = planted.violations.filter((each) => each.rule === rule && each.from === file);
  expect(found.map(({ to }) => to).sort()).toEqual(targets.toSorted());
});

test('every rule is broken by a planted violation', () => {
  const broken = new Set<string>([...violations.map(([rule]) => rule), ...forbidden.map(({ rule }) => rule)]);
  expect(rules.map(({ name }) => name).filter((name) => !broken.has(name ?? ''))).toEqual([]);
});

test.each(Object.entries(layers))(
  'the manifest of %s declares only packages that its layer may import',
  (name, allowed) => {
    const manifest = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const ours = Object.keys(manifest.dependencies ?? {}).filter((each) => each.startsWith('@journal/'));
    const folders = allowed.map((each) => each.replace(/\/src\/.*$/, ''));
    expect(folders).toEqual(expect.arrayContaining(ours.map((each) => each.replace('@journal', 'packages'))));
  },
);

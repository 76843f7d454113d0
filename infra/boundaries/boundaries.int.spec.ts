import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cruisePlanted, cruiseTree, root } from './cruise.ts';
import { layers } from './layers.ts';
import { plantedBreaches } from './planted-breaches.ts';
import { rules } from './rules.ts';

const { violations, dependencies } = await cruisePlanted();
const breaches = plantedBreaches();

test('imports of TypeScript files are read at all', () => {
  expect(dependencies).toBeGreaterThanOrEqual(breaches.length);
});

test.each(breaches)('$file breaks $rule', ({ file, rule }) => {
  expect(violations.filter(({ from }) => from === file).map((each) => each.rule)).toContain(rule);
});

test('every rule has something planted that breaks it', () => {
  const bitten = new Set(breaches.map(({ rule }) => rule));
  expect(rules.map(({ name }) => name).filter((name) => !bitten.has(name ?? ''))).toEqual([]);
});

test('our own tree keeps every rule', async () => {
  const tree = await cruiseTree();
  expect(tree.dependencies).toBeGreaterThan(500);
  expect(tree.violations).toEqual([]);
}, 60_000);

test.each(Object.entries(layers))('the manifest of %s declares nothing beyond its layer', (name, allowed) => {
  const { dependencies: declared = {} } = JSON.parse(
    readFileSync(join(root, name, 'package.json'), 'utf8'),
  ) as {
    dependencies?: Record<string, string>;
  };
  const ours = Object.keys(declared).filter((each) => each.startsWith('@journal/'));
  const folders = allowed.map((each) => each.replace(/\/src\/.*$/, ''));
  expect(folders).toEqual(expect.arrayContaining(ours.map((each) => each.replace('@journal', 'packages'))));
});

import process from 'node:process';
import { cruisePlanted, cruiseTree } from './cruise.ts';
import { plantedBreaches } from './planted-breaches.ts';
import { rules } from './rules.ts';

const [tree, planted] = [await cruiseTree(), await cruisePlanted()];
const found = new Set(planted.violations.map(({ rule, from }) => `${rule} ${from}`));
const unseen = plantedBreaches().filter(({ rule, file }) => !found.has(`${rule} ${file}`));
const why = new Map(rules.map(({ name, comment }) => [name, comment]));

for (const { rule, from, to } of tree.violations)
  process.stdout.write(`${from} imports ${to}\n  ${rule}: ${why.get(rule) ?? ''}\n`);
for (const { rule, file } of unseen)
  process.stdout.write(`${file} is there to break ${rule}, and nobody noticed\n`);
process.stdout.write(`${tree.modules} modules with ${tree.dependencies} imports were read\n`);
process.exitCode = tree.violations.length === 0 && unseen.length === 0 && tree.dependencies > 500 ? 0 : 1;

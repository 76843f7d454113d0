import process from 'node:process';
import { cruiseTree, folderRule } from './cruise.ts';
import { rules } from './rules.ts';

const { violations, modules, dependencies } = await cruiseTree();
const why = new Map([...rules, folderRule].map(({ name, comment }) => [name, comment]));
for (const { rule, from, to } of violations)
  process.stdout.write(`${from} imports ${to}\n  ${rule}: ${why.get(rule) ?? ''}\n`);
process.stdout.write(`${modules} modules with ${dependencies} imports were read\n`);
// A parser that stops working reads nothing, and then nothing breaks a rule.
process.exitCode = violations.length === 0 && dependencies > 500 ? 0 : 1;

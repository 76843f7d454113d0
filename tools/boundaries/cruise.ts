import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import { rules } from './rules.ts';

const parts = ['packages', 'services', 'web', 'infra', 'tools', 'bench'];

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface Violation {
  rule: string;
  from: string;
  to: string;
}

interface Findings {
  violations: Violation[];
  /** Number of modules read; 0 means that the parser did not work. */
  modules: number;
  /** Number of imports followed. */
  dependencies: number;
}

/** Follows every import of the tree below `folder` (default: this one), and resolves with those that break a rule. */
export async function cruiseTree(folder = root): Promise<Findings> {
  const { output } = await cruise(
    parts.filter((part) => existsSync(join(folder, part))),
    {
      baseDir: folder,
      ruleSet: { forbidden: rules },
      validate: true,
      // The default parser can't read TypeScript 7, and then passes silently.
      parser: 'swc',
      tsPreCompilationDeps: true,
      // Imports from the node_modules at the root stay, so that rules about npm packages see them.
      exclude: { path: `(^|/)dist/|^(${parts.join('|')})/.*node_modules/` },
      doNotFollow: { path: 'node_modules' },
      outputType: 'json',
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  );
  const { summary, modules } = (typeof output === 'string' ? JSON.parse(output) : output) as ICruiseResult;
  return {
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...folderCircles(modules),
    ],
    modules: summary.totalCruised,
    dependencies: modules.reduce((sum, module) => sum + module.dependencies.length, 0),
  };
}

export const folderRule = {
  name: 'no-folder-circles',
  comment: 'of two folders of the web at most one needs the other, directly or through further ones',
} as const;

const production = /(?:^|\/)web\/(?!e2e\/|testing\/|node_modules\/|.*\.spec\.tsx?$)/;

/**
 * Returns the imports that form cycles between folders of the web. dependency-cruiser's own folder rules can't exclude
 * specs, which may import from above.
 */
function folderCircles(modules: readonly IModule[]): Violation[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ resolved }) => ({ rule: folderRule.name, from: source, to: resolved }))
      .filter(
        ({ from, to }) => production.test(from) && production.test(to) && dirname(from) !== dirname(to),
      ),
  );
  // A folder that imports none of the others left, or is imported by none of them, is in no cycle.
  for (let before = -1; before !== imports.length; ) {
    before = imports.length;
    const importing = new Set(imports.map(({ from }) => dirname(from)));
    const imported = new Set(imports.map(({ to }) => dirname(to)));
    const left = imports.filter(({ from, to }) => imported.has(dirname(from)) && importing.has(dirname(to)));
    imports.splice(0, imports.length, ...left);
  }
  return imports;
}

if (import.meta.main) {
  const { violations, modules, dependencies } = await cruiseTree();
  const why = new Map([...rules, folderRule].map(({ name, comment }) => [name, comment]));
  for (const { rule, from, to } of violations)
    process.stdout.write(`${from} imports ${to}\n  ${rule}: ${why.get(rule) ?? ''}\n`);
  process.stdout.write(`${modules} modules with ${dependencies} imports were read\n`);
  // A parser that stops working reads nothing, and then nothing breaks a rule.
  process.exitCode = violations.length === 0 && dependencies > 500 ? 0 : 1;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { folderCircles, type Violation } from './folder-circles.ts';
import { rules } from './rules.ts';

const parts = ['packages', 'services', 'web', 'infra', 'tools', 'bench'];

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Findings {
  violations: Violation[];
  /** How many modules were read; none means that the parser did not work. */
  modules: number;
  /** How many imports were followed. */
  dependencies: number;
}

/** Follows every import of the tree below `folder`, ours by default, and resolves with those that break a rule. */
export async function cruiseTree(folder = root): Promise<Findings> {
  const { output } = await cruise(
    parts.filter((part) => existsSync(join(folder, part))),
    {
      baseDir: folder,
      ruleSet: { forbidden: rules },
      validate: true,
      // The default parser does not read TypeScript 7 and then passes in silence.
      parser: 'swc',
      tsPreCompilationDeps: true,
      // What is imported from the node_modules at the root stays, so that rules about npm packages see it.
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

import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { rules } from './rules.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const planted = 'infra/boundaries/planted';

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

export interface Findings {
  violations: Violation[];
  /** How many modules were read; none means that the parser did not work. */
  modules: number;
  /** How many imports were followed. */
  dependencies: number;
}

/** Follows every import of our own tree. */
export function cruiseTree(): Promise<Findings> {
  return follow(['packages', 'services', 'web', 'infra'], `(^|/)(dist|node_modules)/|^${planted}`);
}

/** Follows the planted violations. */
export function cruisePlanted(): Promise<Findings> {
  return follow([planted], '(^|/)(dist|node_modules)/[^@]*$^');
}

async function follow(paths: string[], exclude: string): Promise<Findings> {
  const { output } = await cruise(
    paths,
    {
      baseDir: root,
      ruleSet: { forbidden: rules },
      validate: true,
      // The default parser does not read TypeScript 7 and then passes in silence.
      parser: 'swc',
      tsPreCompilationDeps: true,
      exclude: { path: exclude },
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
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    modules: summary.totalCruised,
    dependencies: modules.reduce((sum, module) => sum + module.dependencies.length, 0),
  };
}

import type { TObject } from 'typebox';
import { commandLineConfigSchema } from '../../../infra/cli/command-line.config.ts';
import { launcherConfigSchema } from '../../../infra/launcher/launcher.config.ts';
import { commandConfigSchema } from '../../../services/command/src/config.ts';
import { queryConfigSchema } from '../../../services/query/src/config.ts';
import { workerConfigSchema } from '../../../services/worker/src/config.ts';
import { webConfigSchema } from '../../../web/server/config.ts';

export interface Variable {
  name: string;
  description: string;
  /** The schema's default, as it would be written. */
  default: string | undefined;
  /** Who reads it. */
  readers: string[];
}

/** The configuration of each program that somebody starts. */
export const schemas: Readonly<Record<string, TObject>> = {
  launcher: launcherConfigSchema,
  command: commandConfigSchema,
  query: queryConfigSchema,
  worker: workerConfigSchema,
  web: webConfigSchema,
  journal: commandLineConfigSchema,
};

/** Every environment variable that one of them knows, in alphabetical order. */
export function allVariables(): Variable[] {
  const found = new Map<string, Variable>();
  for (const [reader, schema] of Object.entries(schemas)) {
    for (const [name, property] of Object.entries(schema.properties)) {
      const { description = '', default: fallback } = property as { description?: string; default?: unknown };
      const known = found.get(name) ?? { name, description, default: undefined, readers: [] };
      known.readers.push(reader);
      known.default ??= fallback === undefined ? undefined : `${fallback}`;
      found.set(name, known);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

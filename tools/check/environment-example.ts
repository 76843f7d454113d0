import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TObject } from 'typebox';
import { commandLineConfigSchema } from '../../infra/cli/command-line.config.ts';
import { launcherConfigSchema } from '../../infra/launcher/launcher.config.ts';
import { commandConfigSchema } from '../../services/command/src/config.ts';
import { queryConfigSchema } from '../../services/query/src/config.ts';
import { workerConfigSchema } from '../../services/worker/src/config.ts';
import { webConfigSchema } from '../../web/server/config.ts';

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

const file = fileURLToPath(new URL('../../.env.example', import.meta.url));

/** Whether `.env.example` names every variable that a program knows, and no other, with its description. */
export async function exampleFaults(): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const named = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '');
  const variables = allVariables();
  return [
    ...variables
      .filter(({ name }) => !named.includes(name))
      .map(
        ({ name, readers, description }) =>
          `.env.example lacks ${name} of ${readers.join(', ')}: ${description}`,
      ),
    ...variables
      .filter(({ name, description }) => named.includes(name) && !text.includes(`# ${description}`))
      .map(
        ({ name, description }) =>
          `.env.example explains ${name} otherwise than its schema: "${description}"`,
      ),
    ...named
      .filter((name) => !variables.some((each) => each.name === name))
      .map((name) => `.env.example names ${name}, which no program knows`),
    ...named
      .filter((name, index) => named.indexOf(name) !== index)
      .map((name) => `.env.example names ${name} twice`),
  ];
}

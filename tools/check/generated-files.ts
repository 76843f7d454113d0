import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TObject } from 'typebox';
import { commandLineConfigSchema } from '../../infra/cli/command-line.config.ts';
import { launcherConfigSchema } from '../../infra/launcher/launcher.config.ts';
import { retention, routeTables } from '../../packages/contracts/src/index.ts';
import { commandConfigSchema } from '../../services/command/src/config.ts';
import { queryConfigSchema } from '../../services/query/src/config.ts';
import { workerConfigSchema } from '../../services/worker/src/config.ts';
import { webConfigSchema } from '../../web/server/config.ts';

/** Configuration schema of each program that an operator starts. */
export const schemas: Readonly<Record<string, TObject>> = {
  launcher: launcherConfigSchema,
  command: commandConfigSchema,
  query: queryConfigSchema,
  worker: workerConfigSchema,
  web: webConfigSchema,
  journal: commandLineConfigSchema,
};

/**
 * Resolves with the generated files: `.env.example` from the schemas, the tables of docs/api.md from the routes, and
 * the retention table of docs/operating.md from the retention periods that the worker applies.
 */
export function generatedFiles() {
  const makers = {
    '.env.example': environmentExample,
    'docs/api.md': apiDocs,
    'docs/operating.md': operatingDocs,
  };
  return Promise.all(
    Object.entries(makers).map(async ([name, make]) => {
      const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
      const text = await readFile(path, 'utf8');
      return { name, path, text, expected: make(text) };
    }),
  );
}

/** Resolves with a message for each generated file that is out of date. */
export async function generatedFaults(): Promise<string[]> {
  const outdated = (await generatedFiles()).filter(({ text, expected }) => text !== expected);
  return outdated.map(({ name }) => `${name} is out of date: node tools/check/write-generated.ts`);
}

const heading = `# Every variable that a program of the journal reads, with its default where it has one. An empty one counts as unset.
# The launcher is what npm start, npm run start:split and npm run dev run.
# Made by: node tools/check/write-generated.ts

`;

/** Lists every variable in alphabetical order, with its description, the programs that read it and its default. */
function environmentExample(): string {
  const found = new Map<string, { description: string; fallback?: unknown; readers: string[] }>();
  for (const [reader, schema] of Object.entries(schemas))
    for (const [name, property] of Object.entries(schema.properties)) {
      const { description = '', default: fallback } = property as { description?: string; default?: unknown };
      const known = found.get(name) ?? { description, readers: [] };
      known.readers.push(reader);
      known.fallback ??= fallback;
      found.set(name, known);
    }
  const variables = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = variables.map(
    ([name, { description, readers, fallback = '' }]) =>
      `# ${description}\n# Read by: ${readers.join(', ')}\n# ${name}=${fallback}\n`,
  );
  return heading + entries.join('\n');
}

const block = /<!-- routes: ([\w-]+) -->\n[\s\S]*?<!-- \/routes -->/g;

/** Returns the text with current tables. Throws unless it has exactly one place for each group of routes. */
function apiDocs(text: string): string {
  const tables = routeTables();
  const shown = [...text.matchAll(block)].map(([, tag]) => tag);
  for (const tag of tables.keys())
    if (shown.filter((each) => each === tag).length !== 1)
      throw new Error(`docs/api.md has to show the routes of "${tag}" once`);
  return text.replace(
    block,
    (_, tag: string) => `<!-- routes: ${tag} -->\n${tables.get(tag) ?? ''}\n<!-- /routes -->`,
  );
}

/** Returns the text with the current table of retention periods. */
function operatingDocs(text: string): string {
  const rows = Object.values(retention).map(
    ({ what, lifetime, ending }) => `| ${what} | ${lifetime / 86_400_000} days | ${ending} |`,
  );
  const table = ['| what | kept for | then |', '| --- | --- | --- |', ...rows].join('\n');
  return text.replace(
    /<!-- retention -->\n[\s\S]*?<!-- \/retention -->/,
    `<!-- retention -->\n${table}\n<!-- /retention -->`,
  );
}

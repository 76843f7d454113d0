import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../docs/api.md', import.meta.url));
const block = /<!-- routes: ([\w-]+) -->\n[\s\S]*?<!-- \/routes -->/g;

/** Whether the tables in docs/api.md are those of the table of routes, each group of it once. */
export async function apiDocsFaults(): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const { routeTables } = await import('../../packages/contracts/src/index.ts');
  const shown = [...text.matchAll(block)].map((match) => match[1]);
  return [
    ...[...routeTables().keys()]
      .filter((tag) => shown.filter((each) => each === tag).length !== 1)
      .map((tag) => `docs/api.md has to show the routes of "${tag}" once`),
    ...(text === (await writtenAnew(text))
      ? []
      : ['docs/api.md is out of date: node tools/check/write-generated.ts']),
  ];
}

/** Writes the tables of docs/api.md from the table of routes. */
export async function writeApiDocs(): Promise<void> {
  await writeFile(file, await writtenAnew(await readFile(file, 'utf8')));
}

async function writtenAnew(text: string): Promise<string> {
  const { routeTables } = await import('../../packages/contracts/src/index.ts');
  const tables = routeTables();
  return text.replace(
    block,
    (_, tag: string) => `<!-- routes: ${tag} -->\n${tables.get(tag) ?? ''}\n<!-- /routes -->`,
  );
}

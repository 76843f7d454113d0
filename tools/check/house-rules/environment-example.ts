import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../.env.example', import.meta.url));

/** Whether `.env.example` names every variable that a program knows, and no other, with its description. */
export async function exampleFaults(): Promise<string[]> {
  const { allVariables } = await import('./schemas.ts');
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

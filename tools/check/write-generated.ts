import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeApiDocs } from './api-docs.ts';
import { allVariables } from './environment-example.ts';

// Writes `.env.example` from the schemas and the tables of docs/api.md from the routes; run it when one has changed.
const lines = allVariables().map(
  ({ name, description, readers, default: fallback }) =>
    `# ${description}\n# Read by: ${readers.join(', ')}\n# ${name}=${fallback ?? ''}\n`,
);
const heading = `# Every variable that a program of the journal reads, with its default where it has one. An empty one counts as unset.
# The launcher is what npm start, npm run start:split and npm run dev run.
# Made by: node tools/check/write-generated.ts

`;
await writeFile(fileURLToPath(new URL('../../.env.example', import.meta.url)), heading + lines.join('\n'));
await writeApiDocs();

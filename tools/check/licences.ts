import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Fails if an installed package has a licence that was not reviewed. Reads only node_modules. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Licences that allow use in unpublished software, with or without its sources. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Changes to its own files have to be disclosed; we make none.
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** Returns the licence of a package as an SPDX expression; empty if it names none. */
export function licenceOf({ license, licenses = [] }: Manifest): string {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses.map(({ type = '' }) => type).join(' OR ');
}

/** Whether the allowed licences satisfy an SPDX expression: all of an AND, one of an OR. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => allowed.has(one.trim())));
}

/** Returns the packages below a folder whose licence is not allowed. */
function faults(): string[] {
  const found = new Map<string, string>();
  for (const file of globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: root })) {
    const manifest = JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as Manifest;
    const licence = licenceOf(manifest);
    if (manifest.name !== undefined && manifest.version !== undefined && !isAllowed(licence))
      found.set(`${manifest.name}@${manifest.version}`, licence || 'none');
  }
  return [...found].map(([name, licence]) => `${name}: ${licence}`).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = faults();
  for (const fault of all) process.stdout.write(`${fault}\n`);
  if (all.length > 0)
    process.stdout.write('Look at each licence; what it allows is listed in tools/check/licences.ts.\n');
  process.exitCode = all.length === 0 ? 0 : 1;
}

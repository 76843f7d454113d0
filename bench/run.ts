import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithUsageError, readCommandLine } from '@journal/testing/command-line';
import { type Bench, createContext, type Figure, table } from './bench.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const all = globSync('*.bench.ts', { cwd: folder }).sort();
const usage = `npm run bench [-- name …]

Runs every bench, or those whose file name contains one of the words. Prints figures, never a verdict.

  ${all.map((file) => file.replace('.bench.ts', '')).join(', ')}
`;
const { names } = readCommandLine(usage, {}, { hasNames: true });
const unknown = names.find((name) => !all.some((file) => file.includes(name)));
if (unknown !== undefined) endWithUsageError(`No bench is named "${unknown}"`);
const files = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
const machine = {
  date: new Date().toISOString(),
  processor: `${cpus().length} × ${cpus()[0]?.model.trim() ?? arch()}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  system: `${platform()} ${release()}`,
  node: process.version,
};
process.stdout.write(`${Object.values(machine).join(' · ')}\n`);

const results: { bench: string; figures: Figure[]; failure?: string }[] = [];
for (const file of files) {
  const bench = (await import(pathToFileURL(join(folder, file)).href)) as Bench;
  process.stdout.write(`\n${bench.name}\n`);
  const context = createContext((line) => process.stdout.write(`  ${line}\n`));
  try {
    const figures = await bench.run(context);
    results.push({ bench: bench.name, figures });
    process.stdout.write(table(figures));
  } catch (failure) {
    results.push({ bench: bench.name, figures: [], failure: `${failure}` });
    process.stdout.write(`  failed: ${failure instanceof Error ? failure.stack : failure}\n`);
  } finally {
    await context.end();
  }
}

const kept = fileURLToPath(new URL('../.bench/', import.meta.url));
await mkdir(kept, { recursive: true });
const file = join(kept, `${machine.date.replaceAll(':', '-')}.json`);
await writeFile(file, `${JSON.stringify({ machine, results }, null, 2)}\n`);
process.stdout.write(`\nSaved in ${file}\n`);
process.exit(results.some(({ failure }) => failure) ? 1 : 0);

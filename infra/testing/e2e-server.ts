import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Runs the real command, named by the first argument, on a data folder that is gone afterwards. */
const folder = mkdtempSync(join(tmpdir(), 'journal-e2e-'));
const run = fileURLToPath(new URL('../bootstrap/run.mjs', import.meta.url));
const child = spawn(process.execPath, [run, process.argv[2] ?? 'start'], {
  env: { ...process.env, DATA_DIR: folder },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => child.kill('SIGTERM'));
child.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});

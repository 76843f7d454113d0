import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Runs the real command, named by the first argument, on a new data folder, DATA_DIR, that is gone afterwards. */
const folder = process.env['DATA_DIR'] ?? '';
mkdirSync(folder, { mode: 0o755 });
const run = fileURLToPath(new URL('../../infra/bootstrap/run.mjs', import.meta.url));
const child = spawn(process.execPath, [run, process.argv[2] ?? 'start'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => child.kill('SIGTERM'));
child.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});

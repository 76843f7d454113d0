import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * Runs a program to its end with its output on our standard error (a quiet one's only where it fails), and
 * resolves to its exit code.
 * A signal that ends us ends it too, and we then leave with the code that shells use for that signal.
 */
export function runOnce(program, args, env, { cwd = root, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const leave = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
    const handlers = Object.entries(leave).map(([signal, code]) => {
      const handler = () => {
        child.kill(signal);
        child.once('close', () => process.exit(code));
      };
      process.on(signal, handler);
      return () => process.off(signal, handler);
    });
    child.on('error', (cause) =>
      reject(new Error(`${program} could not be run: ${cause.message}`, { cause })),
    );
    child.on('close', (code, signal) => {
      for (const remove of handlers) remove();
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? signal);
    });
  });
}

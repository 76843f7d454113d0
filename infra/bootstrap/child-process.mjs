import { spawn } from 'node:child_process';
import { root } from './environment.mjs';

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

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs a task to its end and resolves to its exit code. The task has a process group of its own, so that a
 * Ctrl-C in the terminal reaches it once, through us, and not a second time on its own; it hears through the
 * IPC channel when we were killed and could not tell it. Where npm started us and is gone, the task is ended too:
 * npm passes a signal on to its shell alone, and a shell that dies of it leaves us behind without a word. Whoever
 * starts us otherwise may well leave on purpose, as a shell does that puts us in the background. A task that is
 * `asking` shares our group and our input instead.
 */
export function runTask(program, args, env, isAsking = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: [isAsking ? 'inherit' : 'ignore', 'inherit', 'inherit', 'ipc'],
      // A terminal answers only those in the group that it is showing.
      detached: !isAsking,
    });
    const passed = new Set();
    const pass = (signal) => {
      if (passed.has(signal)) return;
      passed.add(signal);
      child.kill(signal);
    };
    for (const signal of Object.keys(codes)) process.on(signal, () => pass(signal));
    const starter = process.ppid;
    const watch = () => {
      if (process.ppid !== starter) pass('SIGTERM');
    };
    if (process.env.npm_lifecycle_event) setInterval(watch, 250).unref();
    child.on('error', (cause) =>
      reject(new Error(`${program} could not be run: ${cause.message}`, { cause })),
    );
    child.on('exit', (code, signal) => resolve(code ?? codes[signal] ?? 1));
  });
}

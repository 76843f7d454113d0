import { spawn } from 'node:child_process';
import { root } from './environment.mjs';

/** Exit codes that shells use for a program ended by a signal. */
const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

function spawnProgram(program, args, options, reject) {
  const child = spawn(program, args, options);
  child.on('error', (cause) =>
    reject(new Error(`${program} could not be started: ${cause.message}`, { cause })),
  );
  return child;
}

/**
 * Runs a program to its end and resolves with its exit code. Its output goes to our standard error, but only if it
 * fails. A signal to this process ends the program too, and then this process with the code for that signal.
 */
export function runOnce(program, args, env, cwd = root) {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }, reject);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    const stop = (signal) => {
      child.kill(signal);
      child.once('close', () => process.exit(codes[signal]));
    };
    for (const signal of Object.keys(codes)) process.on(signal, stop);
    child.on('close', (code, signal) => {
      for (const each of Object.keys(codes)) process.off(each, stop);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? signal);
    });
  });
}

/**
 * Runs a task to its end and resolves with its exit code. The task has its own process group, so that Ctrl-C in the
 * terminal reaches it once, forwarded by this process. It notices through the IPC channel if this process is killed. If
 * npm started this process and has exited, the task is stopped too, because npm forwards a signal only to its shell.
 * Other parents may exit on purpose, like a shell that runs us in the background. An `interactive` task shares our
 * process group and our standard input instead.
 */
export function runTask(program, args, env, interactive = false) {
  return new Promise((resolve, reject) => {
    const options = {
      env,
      stdio: [interactive ? 'inherit' : 'ignore', 'inherit', 'inherit', 'ipc'],
      // A terminal lets only its foreground process group read.
      detached: !interactive,
    };
    const child = spawnProgram(program, args, options, reject);
    const passed = new Set();
    const pass = (signal) => {
      if (passed.has(signal)) return;
      passed.add(signal);
      child.kill(signal);
    };
    for (const signal of Object.keys(codes)) process.on(signal, pass);
    const parent = process.ppid;
    const watch = () => {
      if (process.ppid !== parent) pass('SIGTERM');
    };
    if (process.env.npm_lifecycle_event) setInterval(watch, 250).unref();
    child.on('exit', (code, signal) => resolve(code ?? codes[signal] ?? 1));
  });
}

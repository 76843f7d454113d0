import { spawn } from 'node:child_process';

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

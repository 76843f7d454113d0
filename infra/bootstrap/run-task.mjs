import { spawn } from 'node:child_process';

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs a task to its end and resolves to its exit code. The task has a process group of its own, so that a
 * Ctrl-C in the terminal reaches it once, through us, and not a second time on its own; it hears through the
 * IPC channel when we were killed and could not tell it. Where whoever started us is gone, the task is ended too:
 * npm passes a signal on to its shell alone, and a shell that dies of it leaves us behind without a word.
 */
export function runTask(program, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    const passed = new Set();
    const pass = (signal) => {
      if (passed.has(signal)) return;
      passed.add(signal);
      child.kill(signal);
    };
    for (const signal of Object.keys(codes)) process.on(signal, () => pass(signal));
    const starter = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== starter) pass('SIGTERM');
    }, 250);
    watch.unref();
    child.on('error', (cause) =>
      reject(new Error(`${program} could not be run: ${cause.message}`, { cause })),
    );
    child.on('exit', (code, signal) => resolve(code ?? codes[signal] ?? 1));
  });
}

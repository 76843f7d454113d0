import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import process from 'node:process';

/** Returns the fields of /proc/<pid>/stat from the state on; none if there is no such process, or no /proc. */
function statusFields(pid: number): string[] {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in parentheses, may contain spaces and parentheses.
    return status.slice(status.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Whether the process is running. A zombie, as left in a container without init, is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !['Z', 'X'].includes(statusFields(pid)[0] ?? '');
}

/** Returns `root` and all processes below it, parents first. */
export function processTree(root: number): number[] {
  const parents = platform() === 'linux' ? parentsFromProc() : parentsFromPs();
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ];
  return below(root);
}

/** Sends a signal to a process, unless it has ended in the meantime. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}

/**
 * Sends a signal to `root` and all processes below it, parents first, so that none of those killed starts another one.
 */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of processTree(root)) signalProcess(pid, signal);
}

/** Returns each process with its parent. Containers often lack `ps`. */
function parentsFromProc(): [number, number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statusFields(Number(name))[1])]);
}

function parentsFromPs(): [number, number][] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

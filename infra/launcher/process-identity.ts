import { readFileSync } from 'node:fs';

/** The fields of a process that follow its name; none where there is no such process, or no /proc. */
function fields(pid: number): string[] {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in brackets, may hold spaces and brackets.
    return status.slice(status.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** What tells process `pid` from a later one of the same number: on Linux, when it began; elsewhere nothing. */
export function processIdentity(pid: number): string {
  return fields(pid)[19] ?? '';
}

/** Whether the process runs. One that has ended but that nobody has reaped, as in a container without init, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !['Z', 'X'].includes(fields(pid)[0] ?? '');
}

/** Whether `pid` runs and is still the process that had this identity. */
export function isSameProcess(pid: number, identity: string): boolean {
  return isRunning(pid) && processIdentity(pid) === identity;
}

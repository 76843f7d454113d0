import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** Kills the process `root` and all below it, parents first, so that none of them starts another one. */
export function killTree(root: number): void {
  const parents = platform() === 'linux' ? fromProc() : fromPs();
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ];
  for (const pid of below(root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** Each process with its parent. Containers often lack `ps`. */
function fromProc(): [number, number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return [];
      }
    });
}

function fromPs(): [number, number][] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

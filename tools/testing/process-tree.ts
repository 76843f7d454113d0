import { readFileSync } from 'node:fs';
import { processTree as pidsBelow } from '../../infra/launcher/processes.ts';

export interface ProcessMemory {
  pid: number;
  command: string;
  /** Its proportional set size in bytes: memory that several processes share is split among them. */
  share: number;
}

/** Returns the process `root` and all below it, with the proportional set size of each. Linux only. */
export function processTree(root: number): ProcessMemory[] {
  return pidsBelow(root).map((pid) => ({
    pid,
    command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
    share: Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024,
  }));
}

/** Returns an empty text if the process has ended in the meantime. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

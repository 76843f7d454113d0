import { readFile } from 'node:fs/promises';

/** What tells process `pid` from a later one of the same number: on Linux, when it began; elsewhere nothing. */
export async function processIdentity(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name, in brackets, may hold spaces; the beginning is the 20th field after it.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Whether `pid` is alive and still the process that had this identity. */
export async function isSameProcess(pid: number, identity: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (await processIdentity(pid)) === identity;
}

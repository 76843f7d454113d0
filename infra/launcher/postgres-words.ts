import process from 'node:process';

/** Passes on what an operator must know of the embedded server's log; the rest is its daily talk. */
export function passOnPostgres(line: string): void {
  if (/ (FATAL|PANIC):/.test(line) && !line.includes('database system is'))
    process.stderr.write(`postgres: ${line}\n`);
}

import process from 'node:process';
import type { StopRequest } from './stop-request.ts';

const consequences =
  /unexpected postmaster exit|crash of another server process|the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/;

/**
 * Passes on what an operator must know of the embedded server's log; the rest is its daily talk, as is what it says
 * of connections that its own end, or its fall, cuts.
 */
export function passOnPostgres(stop: StopRequest): (line: string) => void {
  return (line) => {
    if (!stop.isRequested && / (FATAL|PANIC):/.test(line) && !consequences.test(line))
      process.stderr.write(`postgres: ${line}\n`);
  };
}

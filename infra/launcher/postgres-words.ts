import process from 'node:process';
import type { StopRequest } from './stop-request.ts';

/**
 * Passes on what an operator must know of the embedded server's log; the rest is its daily talk, as is what it
 * says of connections that its own end cuts.
 */
export function passOnPostgres(stop: StopRequest): (line: string) => void {
  return (line) => {
    if (!stop.isRequested && / (FATAL|PANIC):/.test(line)) process.stderr.write(`postgres: ${line}\n`);
  };
}

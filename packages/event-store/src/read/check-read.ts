import { checkName } from '../append/names.ts';
import { InvalidRequest, type ReadOptions } from '../event-store.port.ts';

/** Throws `InvalidRequest` for a stream that can't be, and for a `from` or `limit` that is no whole number from 0. */
export function checkRead(stream: string, { from = 0, limit = 0 }: ReadOptions = {}): void {
  checkName('stream', stream);
  for (const [name, value] of Object.entries({ from, limit }))
    if (!Number.isSafeInteger(value) || value < 0) throw new InvalidRequest(`"${name}" can't be ${value}`);
}

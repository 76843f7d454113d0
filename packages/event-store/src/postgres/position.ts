import { InvalidRequest, type Position } from '../event-store.port.ts';

/** As many digits as a bigint can have, so that texts compare as the numbers do. */
const digits = 19;

/** Before the first event. */
export const beforeAll: Position = '0'.repeat(digits);

export function toPosition(number: bigint | string): Position {
  return String(number).padStart(digits, '0');
}

/** For a query's parameter. Throws `InvalidRequest` for what this store never gave. */
export function fromPosition(position: Position): string {
  if (!/^[0-9]{19}$/.test(position))
    throw new InvalidRequest(`"${position}" is not a position of a Postgres event log`);
  return String(BigInt(position));
}

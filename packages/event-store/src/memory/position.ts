import { InvalidRequest, type Position } from '../event-store.port.ts';

const digits = 12;

/** Before the first event. */
export const beforeAll: Position = '0'.repeat(digits);

export function toPosition(number: number): Position {
  return String(number).padStart(digits, '0');
}

/** Throws `InvalidRequest` for what this store never gave. */
export function fromPosition(position: Position): number {
  if (!/^[0-9]{12}$/.test(position))
    throw new InvalidRequest(`"${position}" is not a position of an event log in memory`);
  return Number(position);
}

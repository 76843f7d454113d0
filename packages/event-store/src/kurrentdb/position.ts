import { InvalidRequest, type Position } from '../event-store.port.ts';

/** Where KurrentDB says an event stands: two unsigned numbers of 64 bits, the first of which decides. */
export type LogPosition = { readonly commit: bigint; readonly prepare: bigint };

/** As many digits as such a number can have, so that texts compare as the numbers do. */
const digits = 20;

/** Before the first event. */
export const beforeAll: Position = toPosition({ commit: 0n, prepare: 0n });

export function toPosition({ commit, prepare }: LogPosition): Position {
  return `${String(commit).padStart(digits, '0')}/${String(prepare).padStart(digits, '0')}`;
}

/** Throws `InvalidRequest` for what this store never gave. */
export function fromPosition(position: Position): LogPosition {
  const [, commit, prepare] = /^([0-9]{20})\/([0-9]{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new InvalidRequest(`"${position}" is not a position of a KurrentDB event log`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

import { topics } from '@journal/contracts';
import Type, { type Static } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** Channel on which a projection's commit announces its new position. */
export const changesChannel = 'journal_changes';

const ChangeNotification = Type.Object({
  /** Schema whose tables changed. */
  projection: Type.String(),
  /** New position of the checkpoint. */
  position: Type.String(),
  /** Topics whose responses may have changed, as the contract names them; none if only the checkpoint moved. */
  topics: Type.Immutable(Type.Array(Type.String())),
});
export type ChangeNotification = Static<typeof ChangeNotification>;

/** Compiled on first use: only query reads notifications. */
let validator: Validator<Record<never, never>, typeof ChangeNotification> | undefined;

/** Postgres accepts a payload of less than 8,000 bytes. */
const maxPayloadBytes = 7_900;

/** Returns the payload of a notification. A change with too many topics is sent with `*` as its only topic. */
export function encodeChange(change: ChangeNotification): string {
  const payload = JSON.stringify(change);
  if (Buffer.byteLength(payload) <= maxPayloadBytes) return payload;
  return JSON.stringify({ ...change, topics: [topics.everything] });
}

/** Returns the change in a payload, or undefined if the payload is not a change notification. */
export function decodeChange(payload: string): ChangeNotification | undefined {
  try {
    const parsed: unknown = JSON.parse(payload);
    validator ??= Compile(ChangeNotification);
    return validator.Check(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

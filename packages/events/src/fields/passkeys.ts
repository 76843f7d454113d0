/**
 * Period after adding the first passkey, in milliseconds, in which the password alone can remove all passkeys: a
 * stranger may have added it.
 */
const passkeyTrial = 7 * 24 * 3_600_000;

/** Number of a user's passkeys, and the time (ISO 8601) since when there was always one; null if there is none. */
export type HeldPasskeys = { readonly count: number; readonly since: string | null };

/** Returns a user's passkeys after an event of this type, at this time, in their stream. */
export function passkeysAfter({ count, since }: HeldPasskeys, type: string, at: string): HeldPasskeys {
  const left = { PasskeyAdded: count + 1, PasskeyRemoved: count - 1, PasskeysReset: 0 }[type] ?? count;
  return { count: left, since: left === 0 ? null : (since ?? at) };
}

/** Whether the password alone can remove all passkeys at this time, in milliseconds. */
export const isPasskeyTrial = ({ since }: Pick<HeldPasskeys, 'since'>, at: number): boolean =>
  since !== null && at - Date.parse(since) < passkeyTrial;

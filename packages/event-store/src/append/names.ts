import { InvalidRequest } from '../event-store.port.ts';

/** In UTF-16 code units; short enough for the engines' indexes in any script. */
export const longestName = 500;

/**
 * Streams and event types are called by 1 to 500 characters of well-formed text without control characters, and not
 * by a leading `$`, which KurrentDB keeps for itself. Throws `InvalidRequest`.
 */
export function checkName(what: 'stream' | 'event type', name: string): void {
  if (name === '') throw new InvalidRequest(`The name of the ${what} is empty`);
  if (name.length > longestName)
    throw new InvalidRequest(`The name of the ${what} is longer than ${longestName}`);
  if (name.startsWith('$'))
    throw new InvalidRequest(`The name of the ${what} begins with "$", which is reserved`);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name))
    throw new InvalidRequest(`The name of the ${what} holds characters that can't be used`);
}

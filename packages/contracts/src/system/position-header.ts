// In a file of its own: the first script of every page needs none of the other headers.

/**
 * Position of the last event of a write, in its response. A read that sends it back waits until the read side has
 * caught up with it, at most `maxWaitForPosition` milliseconds.
 */
export const positionHeader = 'journal-position';
export const maxWaitForPosition = 2_000;

/**
 * An answer to a write carries the position of its last event; a read that carries it back waits, at most
 * `maxWaitForPosition` milliseconds, until the read side has caught up with it.
 */
export const positionHeader = 'journal-position';
export const maxWaitForPosition = 2_000;
/** Topics of the changes that make the answer to a read another, with spaces between them. */
export const topicsHeader = 'journal-topics';
/** Of a session that began with a temporary password: the minutes until that expires, 0 afterwards. */
export const passwordMinutesHeader = 'journal-password-minutes';
/** `required` where the session has to show a passkey before the newsroom answers. */
export const passkeyHeader = 'journal-passkey';
/** Where an answer will be another without a change: in how many seconds. */
export const freshForHeader = 'journal-fresh-for';
/** The ETag of the draft that is sent with a request. */
export const draftHeader = 'journal-draft';
export const idempotencyKeyHeader = 'idempotency-key';
export const requestIdHeader = 'x-request-id';
/** Largest body a write may have, in bytes. */
export const maxBodyBytes = 256 * 1024;

/** Topics of changes that invalidate the response to a read, separated by spaces. */
export const topicsHeader = 'journal-topics';
/** Minutes until the temporary password expires with which the session began, 0 afterwards. */
export const passwordMinutesHeader = 'journal-password-minutes';
/** `required` if the session must present a passkey before it can use the newsroom. */
export const passkeyHeader = 'journal-passkey';
/** Seconds after which the response will differ even without a change. */
export const freshForHeader = 'journal-fresh-for';
/** ETag of the draft that a request submits. */
export const draftHeader = 'journal-draft';
export const idempotencyKeyHeader = 'idempotency-key';
export const requestIdHeader = 'x-request-id';
/** Maximum size of a write's body, in bytes. */
export const maxBodyBytes = 256 * 1024;

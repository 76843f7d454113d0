export const problemMediaType = 'application/problem+json';

/** What is wrong with one field of a request; `message` is for the person. */
export type FieldError = { path: string; message: string };

/**
 * Every way the API says no, by its stable code. The one place where a code meets an HTTP status and
 * words for a person; docs/errors.md lists the same codes, by test.
 */
export const problemCatalogue = {
  'invalid-json': { status: 400, title: 'Invalid JSON', message: 'The request body is not valid JSON' },
  'invalid-request': {
    status: 400,
    title: 'Invalid request',
    message: 'Please check your information and try again.',
  },
  'invalid-if-match': {
    status: 400,
    title: 'Invalid If-Match',
    message: 'If-Match must be an ETag that a GET of this address gave',
  },
  'invalid-idempotency-key': {
    status: 400,
    title: 'Invalid Idempotency-Key',
    message: 'Idempotency-Key must be 1 to 200 printable ASCII characters',
  },
  'wrong-password': {
    status: 400,
    title: 'Wrong password',
    message: 'Your current password is not correct',
  },
  'invalid-link': {
    status: 400,
    title: 'Invalid link',
    message: 'This link is not valid any more. Please ask for a new one.',
  },
  'wrong-credentials': {
    status: 401,
    title: 'Wrong credentials',
    message: 'Invalid email or password',
  },
  'not-signed-in': { status: 401, title: 'Not signed in', message: 'Please sign in' },
  'not-allowed': { status: 403, title: 'Not allowed', message: 'Admin privileges are required' },
  'other-origin': {
    status: 403,
    title: 'Other origin',
    message: 'This request came from another site',
  },
  'article-not-found': {
    status: 404,
    title: 'Article not found',
    message: "The article you're looking for doesn't exist or has been removed.",
  },
  'submission-not-found': {
    status: 404,
    title: 'Submission not found',
    message: "This submission doesn't exist or has been removed.",
  },
  'version-not-found': {
    status: 404,
    title: 'Version not found',
    message: 'There is no such version in this history',
  },
  'user-not-found': {
    status: 404,
    title: 'User not found',
    message: 'There is no account with this email',
  },
  'not-found': { status: 404, title: 'Not found', message: 'There is nothing at this address' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    message: 'This address does not take that method',
  },
  'request-timeout': { status: 408, title: 'Request timeout', message: 'The request did not arrive in time' },
  'email-taken': {
    status: 409,
    title: 'Email taken',
    message: 'An account with this email already exists',
  },
  'reset-superseded': {
    status: 409,
    title: 'Reset superseded',
    message: 'This request for a temporary password does not stand any more',
  },
  'article-not-deleted': {
    status: 409,
    title: 'Article not deleted',
    message: 'This article is published; there is nothing to restore',
  },
  'submission-not-deleted': {
    status: 409,
    title: 'Submission not deleted',
    message: 'This submission is not deleted; there is nothing to restore',
  },
  'submission-published': {
    status: 409,
    title: 'Submission published',
    message: 'This submission has already been published',
  },
  'write-conflict': {
    status: 409,
    title: 'Write conflict',
    message: 'Someone else changed this at the same moment. Please try again.',
  },
  'edited-meanwhile': {
    status: 412,
    title: 'Edited meanwhile',
    message: 'Someone else has changed this article since you opened it',
  },
  'body-too-large': { status: 413, title: 'Body too large', message: 'The request is larger than 256 KiB' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    message: 'The request body must be application/json',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency-Key reused',
    message: 'This Idempotency-Key was used with a different request',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    message: 'Too many requests. Please wait a moment and try again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    message: 'The request headers are too large',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    message: 'Something went wrong on our side. Please try again.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    message: 'The journal is busy or restarting. Please try again in a moment.',
  },
  'search-unavailable': { status: 503, title: 'Search unavailable', message: 'Search failed' },
} as const satisfies Record<string, { status: number; title: string; message: string }>;

export type ProblemCode = keyof typeof problemCatalogue;

export const problemMediaType = 'application/problem+json';

/** What is wrong with one field of a request; `message` is for the person. */
export type FieldError = { path: string; message: string };

/** By HTTP status and code: the title, and the words for the person; `docs/errors.md` lists the same, by test. */
const problems = {
  400: {
    'invalid-json': ['Invalid JSON', 'The request body is not valid JSON'],
    'invalid-request': ['Invalid request', 'Please check your information and try again.'],
    'invalid-if-match': ['Invalid If-Match', 'If-Match must be an ETag that a GET of this address gave'],
    'invalid-idempotency-key': [
      'Invalid Idempotency-Key',
      'Idempotency-Key must be 1 to 200 printable ASCII characters',
    ],
    'wrong-password': ['Wrong password', 'Your current password is not correct'],
    'invalid-link': ['Invalid link', 'This link is not valid any more. Please ask for a new one.'],
  },
  401: {
    'wrong-credentials': ['Wrong credentials', 'Invalid email or password'],
    'not-signed-in': ['Not signed in', 'Please sign in'],
  },
  403: {
    'not-allowed': ['Not allowed', 'Admin privileges are required'],
    'other-origin': ['Other origin', 'This request came from another site'],
  },
  404: {
    'article-not-found': [
      'Article not found',
      "The article you're looking for doesn't exist or has been removed.",
    ],
    'submission-not-found': ['Submission not found', "This submission doesn't exist or has been removed."],
    'version-not-found': ['Version not found', 'There is no such version in this history'],
    'user-not-found': ['User not found', 'There is no account with this email'],
    'not-found': ['Not found', 'There is nothing at this address'],
  },
  405: {
    'method-not-allowed': ['Method not allowed', 'This address does not take that method'],
  },
  408: {
    'request-timeout': ['Request timeout', 'The request did not arrive in time'],
  },
  409: {
    'email-taken': ['Email taken', 'An account with this email already exists'],
    'reset-superseded': ['Reset superseded', 'This request for a temporary password does not stand any more'],
    'article-not-deleted': ['Article not deleted', 'This article is published; there is nothing to restore'],
    'submission-not-deleted': [
      'Submission not deleted',
      'This submission is not deleted; there is nothing to restore',
    ],
    'submission-published': ['Submission published', 'This submission has already been published'],
    'write-conflict': ['Write conflict', 'Someone else changed this at the same moment. Please try again.'],
  },
  412: {
    'edited-meanwhile': ['Edited meanwhile', 'Someone else has changed this article since you opened it'],
  },
  413: {
    'body-too-large': ['Body too large', 'The request is larger than 256 KiB'],
  },
  415: {
    'unsupported-media-type': ['Unsupported media type', 'The request body must be application/json'],
  },
  422: {
    'idempotency-key-reused': [
      'Idempotency-Key reused',
      'This Idempotency-Key was used with a different request',
    ],
  },
  429: {
    'too-many-requests': ['Too many requests', 'Too many requests. Please wait a moment and try again.'],
  },
  431: {
    'headers-too-large': ['Headers too large', 'The request headers are too large'],
  },
  500: {
    internal: ['Internal error', 'Something went wrong on our side. Please try again.'],
  },
  503: {
    unavailable: ['Unavailable', 'The journal is busy or restarting. Please try again in a moment.'],
    'search-unavailable': ['Search unavailable', 'Search failed'],
  },
} as const;

type Problems = typeof problems;

/** Every way in which the API rejects a request or fails, as a stable code. */
export type ProblemCode = { [Status in keyof Problems]: keyof Problems[Status] }[keyof Problems];

type ProblemWords = { readonly status: number; readonly title: string; readonly message: string };

/** The status and the words of every code. */
export const problemCatalogue = /* @__PURE__ */ Object.fromEntries(
  Object.entries(problems).flatMap(([status, codes]) =>
    Object.entries<readonly [title: string, message: string]>(codes).map(([code, [title, message]]) => [
      code,
      { status: Number(status), title, message },
    ]),
  ),
) as Readonly<Record<ProblemCode, ProblemWords>>;

export const problemMediaType = 'application/problem+json';

/** An error in one field of a request. `message` is for the user. */
export type FieldError = { path: string; message: string };

/**
 * By code: the HTTP status, the message for the user, and the title if it is not derived from the code. A test keeps
 * `docs/errors.md` in step with this list.
 */
const problems = {
  'invalid-json': [400, 'The request body is not valid JSON', 'Invalid JSON'],
  'invalid-request': [400, 'Please check your information and try again.'],
  'invalid-if-match': [400, 'If-Match must be an ETag returned by a GET of this address', 'Invalid If-Match'],
  'invalid-idempotency-key': [
    400,
    'Idempotency-Key must be 1 to 200 printable ASCII characters',
    'Invalid Idempotency-Key',
  ],
  'not-in-the-clash': [400, 'Both sides of a debate must be in The Clash', 'Not in The Clash'],
  'wrong-password': [400, 'Your current password is not correct'],
  'wrong-recovery-code': [400, 'This recovery code is wrong or has already been used'],
  'passkey-not-added': [400, 'This passkey could not be added. Please try again.'],
  'invalid-link': [400, 'This link is no longer valid. Please ask for a new one.'],
  'wrong-credentials': [401, 'Invalid email or password'],
  'wrong-passkey': [401, 'This passkey did not sign you in. Try again, or sign in with your password.'],
  'not-signed-in': [401, 'Please sign in'],
  'not-allowed': [403, 'Admin privileges are required'],
  'passkey-required': [403, 'First confirm that it is you, with your passkey or a recovery code'],
  'invitation-of-another': [
    403,
    'This invitation was sent to a different address. Please sign in with the account that uses that address.',
  ],
  'other-origin': [403, 'This request came from another site'],
  'article-not-found': [404, "The article you're looking for doesn't exist or has been removed."],
  'issue-not-found': [404, 'There is no such issue, or it is not published yet.'],
  'mailing-not-found': [404, 'There is no such mailing.'],
  'submission-not-found': [404, 'This submission doesn’t exist or has been removed.'],
  'comment-not-found': [404, 'This comment doesn’t exist or has been deleted.'],
  'preview-not-found': [
    404,
    'There is no preview at this address. Please check that you have copied the whole link.',
  ],
  'version-not-found': [404, 'There is no such version in this history'],
  'session-not-found': [404, 'This session has already ended'],
  'passkey-not-found': [404, 'This passkey has already been removed'],
  'user-not-found': [404, 'There is no account with this email'],
  'not-found': [404, 'There is nothing at this address'],
  'method-not-allowed': [405, 'This address does not support that method'],
  'request-timeout': [408, 'The request did not arrive in time'],
  'email-taken': [409, 'An account with this email already exists'],
  'email-unconfirmed': [
    409,
    'This address is not confirmed yet, so the account may be somebody else’s. Ask them to open the link that we mailed them.',
  ],
  'consent-missing': [
    409,
    'A parent or guardian has to consent before anything by this writer is published. The writer can ask them.',
  ],
  'own-email-unconfirmed': [
    409,
    'Please confirm your own address first, by the link that we mailed you. Your profile can send it again.',
  ],
  'consent-given': [409, 'Your parent or guardian has already given consent'],
  'consent-not-needed': [409, 'This journal does not require the consent of a parent or guardian'],
  'own-pitch': [409, 'Reviewers cannot look after their own pitches. Please assign somebody else.'],
  'own-rights': [409, 'Administrators cannot change their own rights. Please ask another administrator.'],
  'last-administrator': [
    409,
    'The journal needs at least one administrator. Make somebody else an administrator first.',
  ],
  'too-many-passkeys': [409, 'You already have ten passkeys. Remove one of them first.'],
  'no-passkey': [409, 'Recovery codes replace a lost passkey. Add a passkey first.'],
  'reset-superseded': [409, 'This request for a temporary password is no longer valid'],
  'article-not-deleted': [409, 'This article is published; there is nothing to restore'],
  'article-shown': [409, 'Readers can see this article: delete it first'],
  'article-not-hidden': [409, 'The writer has not hidden this article'],
  'byline-chosen': [
    409,
    'The writer has chosen the byline of this article. Please leave the name, age and school unchanged, or take the name off first.',
  ],
  'byline-needs-editors': [
    409,
    'Your piece is published, so you can only show less about yourself. For anything else, please ask the editors.',
  ],
  'name-withheld': [
    409,
    'The editors have taken the name off this piece. Please ask them if you want to be named.',
  ],
  'article-paired': [409, 'One of the two articles is already in a debate. End that debate first'],
  'issue-number-taken': [409, 'There is already an issue with this number'],
  'issue-empty': [409, 'An issue needs at least one piece before it is published'],
  'issue-closed': [409, 'This issue is being published right now. Please try again in a moment.'],
  'issue-in-use': [409, 'Only an issue that has no pieces and that readers have never seen can be discarded'],
  'issue-published': [409, 'This issue is already published'],
  'issue-not-published': [409, 'This issue is not published; there is nothing to withdraw'],
  'mailing-exists': [409, 'This issue already has a mailing in progress. Finish it or cancel it first.'],
  'mailing-started': [409, 'This mailing has already been started'],
  'mailing-not-under-way': [409, 'This mailing is not under way; there is nothing to pause'],
  'mailing-not-paused': [409, 'This mailing is not paused; there is nothing to resume'],
  'mailing-over': [409, 'This mailing has ended'],
  'address-suppressed': [
    409,
    'Mail to this address bounced, so nothing is sent to it. Use another address, or subscribe with this one and confirm it.',
  ],
  'nothing-uncertain': [409, 'There are no uncertain deliveries to repeat'],
  'submission-not-deleted': [409, 'This submission is not deleted; there is nothing to restore'],
  'submission-declined': [409, 'This submission has been declined; it has to be reopened first'],
  'submission-not-declined': [409, 'This submission is not declined; there is nothing to reopen'],
  'submission-accepted': [409, 'This submission has already been accepted'],
  'submission-not-accepted': [409, 'Only an accepted pitch can wait for an issue'],
  'changes-not-requested': [409, 'Nobody has asked for changes to this submission'],
  'submission-published': [409, 'This submission has already been published'],
  'submission-taken-up': [409, 'The editors have taken this pitch up; it can no longer be changed'],
  'submission-withdrawn': [409, 'This submission has been withdrawn by its writer'],
  'passage-changed': [409, 'This passage has changed in the meantime. Please select it again.'],
  'too-many-previews': [
    409,
    'This submission has the maximum number of active preview links. Revoke one first.',
  ],
  'too-many-comments': [409, 'This submission has the maximum number of comments. Delete some first.'],
  'write-conflict': [409, 'Someone else changed this at the same moment. Please try again.'],
  'article-removed': [410, 'This article has been removed for good.'],
  'issue-withdrawn': [410, 'The editors have withdrawn this issue. Its pieces are still in the journal.'],
  'preview-ended': [410, 'This preview has ended.'],
  'edited-meanwhile': [412, 'Someone else has changed this article since you opened it'],
  'body-too-large': [413, 'The request is larger than 256 KiB'],
  'unsupported-media-type': [415, 'The request body must be application/json'],
  'idempotency-key-reused': [
    422,
    'This Idempotency-Key was used with a different request',
    'Idempotency-Key reused',
  ],
  'too-many-requests': [429, 'Too many requests. Please wait a moment and try again.'],
  'headers-too-large': [431, 'The request headers are too large'],
  internal: [500, 'Something went wrong on our side. Please try again.', 'Internal error'],
  unavailable: [503, 'The journal is busy or restarting. Please try again in a moment.'],
  'search-unavailable': [503, 'Search failed'],
} as const satisfies Readonly<Record<string, Described>>;

type Described = readonly [status: number, message: string, title?: string];

/** Stable codes for every way in which the API rejects a request or fails. */
export type ProblemCode = keyof typeof problems;

type ProblemWords = { readonly status: number; readonly title: string; readonly message: string };

const titleOf = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`;

/** Status, title and message of every code. */
export const problemCatalogue = /* @__PURE__ */ Object.fromEntries(
  Object.entries<Described>(problems).map(([code, [status, message, title = titleOf(code)]]) => [
    code,
    { status, title, message },
  ]),
) as Readonly<Record<ProblemCode, ProblemWords>>;

export const problemMediaType = 'application/problem+json';

/** What is wrong with one field of a request; `message` is for the person. */
export type FieldError = { path: string; message: string };

/**
 * By code: the HTTP status, the words for the person, and the title where it is not the code itself. `docs/errors.md`
 * lists the same, by test.
 */
const problems = {
  'invalid-json': [400, 'The request body is not valid JSON', 'Invalid JSON'],
  'invalid-request': [400, 'Please check your information and try again.'],
  'invalid-if-match': [400, 'If-Match must be an ETag that a GET of this address gave', 'Invalid If-Match'],
  'invalid-idempotency-key': [
    400,
    'Idempotency-Key must be 1 to 200 printable ASCII characters',
    'Invalid Idempotency-Key',
  ],
  'not-in-the-clash': [400, 'Both sides of a debate must be in The Clash', 'Not in The Clash'],
  'wrong-password': [400, 'Your current password is not correct'],
  'wrong-recovery-code': [400, 'This recovery code is not right, or has been used before'],
  'passkey-not-added': [400, 'This passkey could not be added. Please try again.'],
  'invalid-link': [400, 'This link is not valid any more. Please ask for a new one.'],
  'wrong-credentials': [401, 'Invalid email or password'],
  'wrong-passkey': [401, 'This passkey did not sign you in. Try again, or sign in with your password.'],
  'not-signed-in': [401, 'Please sign in'],
  'not-allowed': [403, 'Admin privileges are required'],
  'passkey-required': [403, 'Show first that it is you: with your passkey, or with a recovery code'],
  'invitation-of-another': [
    403,
    'This invitation is for another address. Please sign in with the account of the address that it was mailed to.',
  ],
  'other-origin': [403, 'This request came from another site'],
  'article-not-found': [404, "The article you're looking for doesn't exist or has been removed."],
  'issue-not-found': [404, 'There is no such issue, or it is not published yet.'],
  'mailing-not-found': [404, 'There is no such mailing.'],
  'submission-not-found': [404, 'This submission doesn’t exist or has been removed.'],
  'comment-not-found': [404, 'This comment doesn’t exist or has been deleted.'],
  'preview-not-found': [404, 'There is no preview at this address. Please check that the link is whole.'],
  'version-not-found': [404, 'There is no such version in this history'],
  'session-not-found': [404, 'This session has ended already'],
  'passkey-not-found': [404, 'This passkey has been removed already'],
  'user-not-found': [404, 'There is no account with this email'],
  'not-found': [404, 'There is nothing at this address'],
  'method-not-allowed': [405, 'This address does not take that method'],
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
  'consent-given': [409, 'Your parent or guardian has consented already'],
  'consent-not-needed': [409, 'This journal asks for no consent of a parent or guardian'],
  'own-pitch': [409, 'Somebody else has to look after this pitch: it is this reviewer’s own'],
  'own-rights': [409, 'Another administrator has to change your rights, so that there is always one'],
  'last-administrator': [
    409,
    'There would be no administrator any more. Make somebody else an administrator first.',
  ],
  'too-many-passkeys': [409, 'You have ten passkeys already. Remove one of them first.'],
  'no-passkey': [409, 'Recovery codes stand in for a passkey. Add one first.'],
  'reset-superseded': [409, 'This request for a temporary password does not stand any more'],
  'article-not-deleted': [409, 'This article is published; there is nothing to restore'],
  'article-shown': [409, 'Readers can see this article: delete it first'],
  'article-not-hidden': [409, 'Its writer has not hidden this article'],
  'byline-chosen': [
    409,
    'The writer has chosen the byline of this article. Please leave name, age and school as they are, or take the name off first.',
  ],
  'byline-needs-editors': [
    409,
    'Your piece is published, so what readers see of you can only become less. Please ask the editors for anything else.',
  ],
  'name-withheld': [
    409,
    'The editors have taken the name off this piece. Please ask them if you want to be named.',
  ],
  'article-paired': [409, 'One of the two articles is in a debate already. End that first'],
  'issue-number-taken': [409, 'There is an issue with this number already'],
  'issue-empty': [409, 'An issue needs at least one piece before it is published'],
  'issue-closed': [409, 'This issue is being published at this very moment. Please try again shortly.'],
  'issue-in-use': [
    409,
    'Only an issue that has no pieces, and that readers have never seen, can be discarded',
  ],
  'issue-published': [409, 'This issue is published already'],
  'issue-not-published': [409, 'This issue is not published; there is nothing to withdraw'],
  'mailing-exists': [
    409,
    'This issue has a mailing that is not over. Go on with that one, or cancel it first.',
  ],
  'mailing-started': [409, 'This mailing has been started already'],
  'mailing-not-under-way': [409, 'This mailing is not under way; there is nothing to pause'],
  'mailing-not-paused': [409, 'This mailing is not paused; there is nothing to go on with'],
  'mailing-over': [409, 'This mailing is over'],
  'address-suppressed': [
    409,
    'Mails to this address came back, so nothing is sent to it. Take another one; or subscribe with it, and confirm that.',
  ],
  'nothing-uncertain': [409, 'There is nobody of whom it is not known whether they have this mailing'],
  'submission-not-deleted': [409, 'This submission is not deleted; there is nothing to restore'],
  'submission-declined': [409, 'This submission has been declined; it has to be reopened first'],
  'submission-not-declined': [409, 'This submission is not declined; there is nothing to reopen'],
  'submission-accepted': [409, 'This submission has been accepted already'],
  'submission-not-accepted': [409, 'Only a pitch that is accepted can wait for an issue'],
  'changes-not-requested': [409, 'Nobody has asked for changes to this submission'],
  'submission-published': [409, 'This submission has already been published'],
  'submission-taken-up': [409, 'The editors have taken this pitch up; it can no longer be changed'],
  'submission-withdrawn': [409, 'This submission has been withdrawn by its writer'],
  'passage-changed': [409, 'The text has been changed here meanwhile. Please select the passage again.'],
  'too-many-previews': [
    409,
    'There are as many preview links of this submission as can run at a time. Revoke one first.',
  ],
  'too-many-comments': [
    409,
    'There are as many comments on this submission as it can have. Delete some first.',
  ],
  'write-conflict': [409, 'Someone else changed this at the same moment. Please try again.'],
  'article-removed': [410, 'This article has been removed for good.'],
  'issue-withdrawn': [410, 'The editors have taken this issue back. Its pieces stay in the journal.'],
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

/** Every way in which the API rejects a request or fails, as a stable code. */
export type ProblemCode = keyof typeof problems;

type ProblemWords = { readonly status: number; readonly title: string; readonly message: string };

const titleOf = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`;

/** The status and the words of every code. */
export const problemCatalogue = /* @__PURE__ */ Object.fromEntries(
  Object.entries<Described>(problems).map(([code, [status, message, title = titleOf(code)]]) => [
    code,
    { status, title, message },
  ]),
) as Readonly<Record<ProblemCode, ProblemWords>>;

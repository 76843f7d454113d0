import { userStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { AccountParts } from './account.parts.ts';
import { type AccountOutcome, accountDecider } from './account-outcome.ts';
import { findAccount } from './find-account.ts';

/** Asks for a temporary password for whoever has the address; does nothing where nobody has it, and says neither. */
export async function requestPasswordReset(
  parts: AccountParts,
  email: string,
  context: RequestContext,
): Promise<void> {
  const found = await findAccount(parts, email);
  if (!found) return;
  const { userId } = found.account;
  await decideAndAppend(parts.log, {
    stream: userStream(userId),
    command: { type: 'RequestPasswordReset', userId, resetId: context.ids('reset') },
    decider: accountDecider,
    context,
  });
}

/** What the mailer has made for a request; the hash is `hash('temporary-password', userId, normaliseTemporaryPassword(it))`. */
export type MadePassword = {
  readonly userId: string;
  readonly resetId: string;
  readonly temporaryPasswordHash: string;
};

/** How long a temporary password signs in, in milliseconds. */
const temporaryPasswordLife = 60 * 60_000;

/** Records it in place of the one before. Refused where its request has been overtaken. */
export function issueTemporaryPassword(
  parts: AccountParts,
  made: MadePassword,
  context: RequestContext,
): Promise<AccountOutcome> {
  const expiresAt = new Date(parts.now().getTime() + temporaryPasswordLife).toISOString();
  return decideAndAppend(parts.log, {
    stream: userStream(made.userId),
    command: { type: 'IssueTemporaryPassword', ...made, expiresAt },
    decider: accountDecider,
    context,
  });
}

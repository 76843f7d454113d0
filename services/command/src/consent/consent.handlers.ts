import type { OpenConsentRequest } from '@journal/contracts';
import {
  articleStream,
  type ConsentLink,
  createSubscriptionLinks,
  expiryCutoff,
  guardianSubject,
  needsConsent,
  submissionStream,
  userStream,
} from '@journal/events';
import { accountOf, loadAccount } from '../account/account.ts';
import { articleDecider } from '../article/article.decider.ts';
import type { Parts } from '../parts.ts';
import { submissionDecider } from '../submission/submission.decider.ts';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import { derivedIds, type RequestContext } from '../writing/request-context.ts';
import { type ConsentCommand, type ConsentOfUser, consentDecider, isLinkValid } from './consent.decider.ts';

type ConsentParts = Pick<Parts, 'log' | 'consentAge'>;

/** Decides on a guardian's consent, and erases addresses no longer needed. Repeated, the result is the same. */
export async function changeConsent(
  { log, vault }: Pick<Parts, 'log' | 'vault'>,
  command: ConsentCommand,
  context: RequestContext,
): Promise<WriteResult<ConsentOfUser>> {
  const written = await decideAndAppend(log, consentDecider, command, context);
  const { userId } = command;
  // Earlier ones too: the process that should have erased them may have died.
  for (const guardianId of written.state.endedRequestIds)
    await vault.forget(guardianSubject({ userId, guardianId }));
  return written;
}

/** Returns the time before which unanswered requests have expired. */
export const requestExpiryCutoff = ({ now }: Pick<Parts, 'now'>): string =>
  expiryCutoff('guardianRequest', now()).toISOString();

/** Resolves with the content of a mailed link. Rejects with `link-void` if the journal did not issue it. */
export async function readConsentLink({ hash }: Pick<Parts, 'hash'>, token: string): Promise<ConsentLink> {
  const link = await createSubscriptionLinks(hash).readConsent(token);
  if (!link) throw new CommandRejected('link-void');
  return link;
}

/** Resolves with a link's request and its answer. Rejects with `link-void` if the link is no longer valid. */
export async function readConsentRequest(
  parts: Pick<Parts, 'log' | 'hash' | 'now'>,
  token: string,
): Promise<OpenConsentRequest> {
  const { userId, guardianId } = await readConsentLink(parts, token);
  const { state } = await loadConsent(parts, userId);
  const account = accountOf((await loadAccount(parts.log, userId)).state);
  const { consent } = state;
  const isValid = isLinkValid(state, { guardianId, askedBefore: requestExpiryCutoff(parts) });
  if (!isValid || !account?.profile || consent === null || consent === 'unanswered')
    throw new CommandRejected('link-void');
  return { fullName: account.profile.fullName, state: consent };
}

const loadConsent = async ({ log }: Pick<Parts, 'log'>, userId: string) =>
  fold(consentDecider, await log.read(userStream(userId)));

/** Resolves with the age below which nothing by this user may be published now; undefined if there is no limit. */
export async function consentAgeFor(parts: ConsentParts, userId: string): Promise<number | undefined> {
  if (parts.consentAge === undefined) return undefined;
  const { state } = await loadConsent(parts, userId);
  return state.consent === 'given' ? undefined : parts.consentAge;
}

/**
 * Resolves with the id of the consent that permits showing the article of a pitch to readers again; undefined if it
 * needs none. Rejects with `consent-missing`.
 */
export async function consentToShow(parts: ConsentParts, submissionId: string): Promise<string | undefined> {
  const { state: closed } = fold(submissionDecider, await parts.log.read(submissionStream(submissionId)));
  if (closed.status === 'missing' || !closed.pitch) return undefined;
  if (!needsConsent(closed.pitch.age, parts.consentAge)) return undefined;
  const { state } = await loadConsent(parts, closed.userId);
  if (state.consent !== 'given' || state.guardianId === null) throw new CommandRejected('consent-missing');
  return state.guardianId;
}

/**
 * Hides an article if its consent was withdrawn after readers could see it; if it is known to need one (`isNeeded`),
 * also if it was published or shown since. Repeated, even concurrently, it changes nothing more.
 */
export async function followConsent(
  { log }: Pick<Parts, 'log'>,
  articleId: number,
  isNeeded = false,
): Promise<void> {
  const history = await log.read(articleStream(articleId));
  const [published] = history;
  if (published?.type !== 'ArticlePublished') return;
  const ofWriter = await log.read(userStream(published.data.contributorId));
  const { state } = fold(consentDecider, ofWriter);
  const withdrawal = ofWriter.findLast((event) => event.type === 'ConsentWithdrawn');
  // A new request does not restore the consent.
  if (!withdrawal || state.consent === 'given') return;
  const shown = history.findLast(({ type }) => type === 'ArticleShown') ?? published;
  if (shown.position > withdrawal.position && !isNeeded) return;
  const { actor, requestId } = withdrawal.metadata;
  const { guardianId } = withdrawal.data;
  const context = { actor, requestId, ids: derivedIds(`${withdrawal.id} ${shown.id}`) };
  const command = { type: 'HideByGuardian', articleId, guardianId } as const;
  await decideAndAppend(log, articleDecider, command, context).catch((error: unknown) => {
    // Nobody can read a removed or erased article.
    if (!isRejected(error, 'article-removed') && !isRejected(error, 'article-not-found')) throw error;
  });
}

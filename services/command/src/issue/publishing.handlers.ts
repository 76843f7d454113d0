import { willBeInIssue } from '@journal/contracts';
import {
  articleStream,
  isPitch,
  issueStream,
  needsConsent,
  type PlacedArticle,
  type PlacedPitch,
  submissionStream,
  withHeadings,
} from '@journal/events';
import { articleDecider } from '../article/article.decider.ts';
import { consentAgeFor } from '../consent/consent.handlers.ts';
import type { Parts } from '../parts.ts';
import { finishPublishing, publishSubmission } from '../submission/publishing.handlers.ts';
import { type SubmissionState, submissionDecider } from '../submission/submission.decider.ts';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import { isDue } from '../writing/planned-time.ts';
import { derivedIds, type RequestContext } from '../writing/request-context.ts';
import { type IssueState, issueDecider } from './issue.decider.ts';

/** `seen`: revisions that the editor has seen; if omitted, any. `planned`: see `PublishIssue`. */
type Publication = {
  readonly issueNumber: number;
  readonly seen?: readonly number[];
  readonly planned?: string;
};

/**
 * Publishes an issue. If pitches wait for it, it is closed first, which is the decision: from then on only
 * `finishIssue` continues, here or wherever it is resumed after an interruption. Rejects with `issue-empty` if nothing
 * of it would be published, and with `consent-missing` if a guardian has not consented; if it was planned, nobody is
 * there to be notified, and it does so only if nothing else would be published. With an idempotency key it publishes
 * once.
 */
export async function publishIssue(
  parts: Parts,
  which: Publication,
  context: RequestContext,
): Promise<WriteResult<IssueState>> {
  const command = { type: 'PublishIssue', ...which } as const;
  const check = () => requireReady(parts, which);
  const written = await decideAndAppend(parts.log, issueDecider, command, context, { check });
  if (written.state.status !== 'closed') return written;
  const { issueNumber } = which;
  // The issue is closed, so it has to be published; a second attempt is harmless.
  const finished = await finishIssue(parts, issueNumber).catch(() => finishIssue(parts, issueNumber));
  const { state } = finished;
  // Its last pitch was withdrawn after it was closed.
  const isUnpublished = state.status === 'draft' || state.status === 'withdrawn';
  if (isUnpublished && state.pieces.every(isPitch)) throw new CommandRejected('issue-empty');
  return finished;
}

/**
 * Publishes an issue whose planned time has arrived, in the name of the editor who planned it; resolves with undefined
 * if no plan is due. Its event's id derives from the plan's event: repeated, even concurrently, it publishes once.
 */
export async function publishIssueAsPlanned(
  parts: Parts,
  issueNumber: number,
): Promise<WriteResult<IssueState> | undefined> {
  const history = await parts.log.read(issueStream(issueNumber));
  const { state } = fold(issueDecider, history);
  if (state.status === 'missing') throw new CommandRejected('issue-not-found');
  const plan = history.findLast(({ type }) => type === 'IssueScheduled');
  const { publishAt: planned } = state;
  if (!plan || planned === null || !isDue(planned, parts.now())) return undefined;
  const { actor, requestId } = plan.metadata;
  const context = { actor, requestId, ids: derivedIds(plan.id) };
  return publishIssue(parts, { issueNumber, planned }, context).catch((error: unknown) => {
    // Cancelled or published concurrently; any other error has to surface.
    if (!isRejected(error, 'issue-not-planned') && !isRejected(error, 'issue-published')) throw error;
    return undefined;
  });
}

/** Rejects if the pitches that wait for an issue prevent its publication. */
async function requireReady(parts: Parts, { issueNumber, planned }: Publication): Promise<void> {
  const { state } = fold(issueDecider, await parts.log.read(issueStream(issueNumber)));
  if (state.status !== 'draft' && state.status !== 'withdrawn') return;
  const waiting = await Promise.all(state.pieces.filter(isPitch).map((piece) => pitchOf(parts, piece)));
  const included = waiting.filter(isIncluded);
  const articleIds = [...state.pieces, ...included].flatMap((each) =>
    'articleId' in each ? [each.articleId] : [],
  );
  const hasShown = await isAnyShown(parts, articleIds);
  const pending = included.filter(({ status }) => status === 'pending');
  if (state.pieces.length > 0 && pending.length === 0 && !hasShown) throw new CommandRejected('issue-empty');
  const lacking = await Promise.all(pending.map((pitch) => lacksConsent(parts, pitch)));
  const isTooFew =
    planned === undefined
      ? lacking.includes(true)
      : pending.length > 0 && !hasShown && !lacking.includes(false);
  if (isTooFew) throw new CommandRejected('consent-missing');
}

/** Whether readers see any of these articles, apart from waiting for an issue. Mostly, the first one is enough. */
async function isAnyShown({ log }: Pick<Parts, 'log'>, articleIds: readonly number[]): Promise<boolean> {
  for (const articleId of articleIds) {
    const { state } = fold(articleDecider, await log.read(articleStream(articleId)));
    if (state.status === 'published' && state.article && !state.isHidden && !state.isRemoved) return true;
  }
  return false;
}

type KnownState = Exclude<SubmissionState, { readonly status: 'missing' }>;

/** Whether an issue comes out with a pitch that was placed in it, consent aside. */
const isIncluded = (state: SubmissionState): state is KnownState =>
  state.status !== 'missing' &&
  willBeInIssue({ status: state.status, stage: state.progress.stage }) &&
  (state.status === 'published' || state.pitch !== null);

const pitchOf = async ({ log }: Pick<Parts, 'log'>, { submissionId }: Pick<PlacedPitch, 'submissionId'>) =>
  fold(submissionDecider, await log.read(submissionStream(submissionId))).state;

async function lacksConsent(parts: Parts, { pitch, userId }: KnownState): Promise<boolean> {
  return pitch !== null && needsConsent(pitch.age, await consentAgeFor(parts, userId));
}

/**
 * Turns the pitches of a closed issue into articles, which wait for it, and then publishes it, in the name of the
 * editor who closed it. Pitches that are no longer accepted or may not be published are left out; if no piece is left,
 * the issue is not published, and is what it was before. Repeated, even concurrently, it changes nothing more. Rejects
 * with `issue-not-found` if the issue was never closed.
 */
export async function finishIssue(parts: Parts, issueNumber: number): Promise<WriteResult<IssueState>> {
  const { log } = parts;
  const history = await log.read(issueStream(issueNumber));
  const closing = history.findLast(({ type }) => type === 'IssueClosed');
  if (!closing) throw new CommandRejected('issue-not-found');
  const closed = fold(issueDecider, history);
  if (closed.state.status !== 'closed') return closed;
  const { actor, requestId } = closing.metadata;
  const articles = new Map<string, PublishedPitch>();
  // Lists are newest first, so the last article of the issue has to have the lowest id.
  for (const { submissionId } of closed.state.pieces.filter(isPitch).toReversed()) {
    const context = { actor, requestId, ids: derivedIds(`${closing.id} ${submissionId}`) };
    const article = await articleOf(parts, { submissionId, issueNumber }, context);
    if (article) articles.set(submissionId, article);
  }
  const pieces = closed.state.pieces.map((piece) => ({
    heading: piece.heading,
    articleId: isPitch(piece) ? articles.get(piece.submissionId)?.articleId : piece.articleId,
  }));
  const submissions = closed.state.pieces
    .filter(isPitch)
    .filter(({ submissionId }) => articles.get(submissionId)?.cameWithIssue)
    .map(({ submissionId, userId }) => ({ submissionId, userId }));
  const context = { actor, requestId, ids: derivedIds(closing.id) };
  const placed = withHeadings(pieces, createPlacedOnce());
  const command = { type: 'FinishIssue', issueNumber, pieces: placed, submissions } as const;
  return decideAndAppend(log, issueDecider, command, context);
}

type Placed = { readonly heading: string | null; readonly articleId: number | undefined };

/**
 * Returns a test for pieces that are articles and were not tested before: a pitch that was published alone may also be
 * placed as its article.
 */
function createPlacedOnce() {
  const seen = new Set<number>();
  return (piece: Placed): piece is PlacedArticle => {
    const { articleId } = piece;
    if (articleId === undefined || seen.has(articleId)) return false;
    seen.add(articleId);
    return true;
  };
}

/** `cameWithIssue`: whether it was published with this issue, not alone before it. */
type PublishedPitch = { readonly articleId: number; readonly cameWithIssue: boolean };

/** Resolves with the article of a pitch, published now if the pitch is accepted; undefined if there is none. */
async function articleOf(
  parts: Parts,
  which: { readonly submissionId: string; readonly issueNumber: number },
  context: RequestContext,
): Promise<PublishedPitch | undefined> {
  const { submissionId, issueNumber } = which;
  await publishSubmission(parts, which, context).catch((error: unknown) => {
    // It is already published, alone or by an earlier attempt; for any other reason it is left out.
    if (!isRejected(error) || isRejected(error, 'write-conflict')) throw error;
  });
  const history = await parts.log.read(submissionStream(submissionId));
  const published = history.find((event) => event.type === 'SubmissionPublished');
  const article = published && (await finishPublishing(parts, submissionId));
  if (!article) return undefined;
  return {
    articleId: published.data.articleId,
    cameWithIssue: published.data.issueNumber === issueNumber,
  };
}

import { readTimeOf } from '@journal/contracts';
import type { Position } from '@journal/event-store';
import {
  type ArticleContent,
  articleStream,
  bylineOf,
  defaultByline,
  nameWithheld,
  needsConsent,
  type SubmissionContent,
  submissionStream,
} from '@journal/events';
import { loadAccount } from '../account/account.ts';
import { removePieces } from '../account/forgetting.handlers.ts';
import { type ArticleState, articleDecider } from '../article/article.decider.ts';
import { claimArticleId } from '../article/article-ids.ts';
import { consentAgeFor, followConsent } from '../consent/consent.handlers.ts';
import type { Parts } from '../parts.ts';
import { CommandRejected, ignoreRejection, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, historyUpTo, type WriteResult } from '../writing/decide-and-append.ts';
import { isDue } from '../writing/planned-time.ts';
import { derivedIds, type RequestContext } from '../writing/request-context.ts';
import { type KnownPitch, submissionDecider } from './submission.decider.ts';

/** `seen`: revisions that the editor has seen; if omitted, any. `planned`, `issueNumber`: see `PublishSubmission`. */
type Publication = {
  readonly submissionId: string;
  readonly seen?: readonly number[];
  readonly planned?: string;
  readonly issueNumber?: number;
};

/** The article as it was published; undefined if its writer was forgotten before that. */
type Published = WriteResult<ArticleState> | undefined;

/**
 * Closes a pitch and publishes it as an article. Closing is the decision: of several concurrent requests one closes it,
 * and `finishPublishing` completes anything interrupted afterwards. With an idempotency key it publishes once.
 */
export async function publishSubmission(
  parts: Parts,
  which: Publication,
  context: RequestContext,
): Promise<Published> {
  const { submissionId } = which;
  const { articleId, consentAge } = await prepareArticle(parts, which, context);
  const command = { type: 'PublishSubmission', articleId, consentAge, ...which } as const;
  await decideAndAppend(parts.log, submissionDecider, command, context);
  // The pitch is closed, so its article has to be published; a second attempt is harmless.
  return finishPublishing(parts, submissionId).catch(() => finishPublishing(parts, submissionId));
}

const closedMeanwhile = [
  'submission-not-planned',
  'submission-published',
  'submission-declined',
  'submission-withdrawn',
] as const;

/**
 * Publishes a pitch whose planned time has arrived, in the name of the editor who planned it; resolves with undefined
 * if no plan is due. All ids it writes derive from the plan's event: repeated, even concurrently, it publishes once.
 */
export async function publishAsPlanned(parts: Parts, submissionId: string): Promise<Published> {
  const history = await parts.log.read(submissionStream(submissionId));
  const { state } = fold(submissionDecider, history);
  if (state.status === 'missing') throw new CommandRejected('submission-not-found');
  const planned = state.progress.publishAt;
  const plan = history.findLast(({ type }) => type === 'SubmissionScheduled');
  if (state.status !== 'pending' || !plan || planned === null || !isDue(planned, parts.now()))
    return undefined;
  const { actor, requestId } = plan.metadata;
  const context = { actor, requestId, ids: derivedIds(plan.id) };
  return publishSubmission(parts, { submissionId, planned }, context).catch((error: unknown) => {
    // Cancelled, carried out or closed concurrently; any other error has to surface.
    if (!closedMeanwhile.some((rejection) => isRejected(error, rejection))) throw error;
    return undefined;
  });
}

/**
 * Resolves with the article's id, claiming one per pitch no matter who publishes it or how often, and with the minimum
 * age of its writer.
 */
async function prepareArticle(
  parts: Parts,
  which: Publication,
  context: RequestContext,
): Promise<{ readonly articleId: number; readonly consentAge?: number | undefined }> {
  const { submissionId } = which;
  const { state } = fold(submissionDecider, await parts.log.read(submissionStream(submissionId)));
  if (state.status === 'published') return { articleId: state.articleId };
  const consentAge = state.status === 'missing' ? undefined : await consentAgeFor(parts, state.userId);
  // Decided before the claim, which can't be undone: the id is not known yet.
  const command = { type: 'PublishSubmission', articleId: 1, consentAge, ...which } as const;
  const decision = submissionDecider.decide(command, state);
  if ('rejection' in decision) throw new CommandRejected(decision.rejection);
  if (state.status === 'missing' || (await isForgotten(parts, state.userId)))
    throw new CommandRejected('submission-not-found');
  const articleId = await claimArticleId(parts.log, { ...context, ids: derivedIds(submissionId) });
  return { articleId, consentAge };
}

/**
 * Publishes the article of a closed pitch, with the content it was closed with and in the name of the editor who closed
 * it. Repeated, even concurrently, it changes nothing more and resolves with the same article.
 */
export async function finishPublishing(parts: Parts, submissionId: string): Promise<Published> {
  const { log } = parts;
  const history = await log.read(submissionStream(submissionId));
  const published = history.find((event) => event.type === 'SubmissionPublished');
  if (!published) throw new CommandRejected('submission-not-found');
  const { articleId, userId, issueNumber } = published.data;
  const { actor, requestId } = published.metadata;
  const context = { actor, requestId, ids: derivedIds(published.id) };
  const { state: closed } = fold(submissionDecider, historyUpTo(history, published.revision));
  if (closed.status === 'published' && closed.pitch && !(await isForgotten(parts, userId))) {
    const content = toArticleContent(closed.pitch);
    const { bylineRevision } = closed;
    const article = { articleId, contributorId: userId, content, bylineRevision, issueNumber };
    const command = { type: 'PublishArticle', ...article } as const;
    // Rejected if the article exists, or the writer's key is being deleted.
    await decideAndAppend(log, articleDecider, command, context).catch(ignoreRejection());
    // The consent may have been withdrawn since it was checked.
    await followConsent(parts, articleId, needsConsent(closed.pitch.age, parts.consentAge));
  }
  const { state: writer } = await loadAccount(log, userId);
  // An erasure with all pieces may have finished before the article existed.
  if (writer.status === 'forgotten' && writer.pieces === 'remove')
    await removePieces(parts, { contributorId: userId, articleIds: [articleId] }, context);
  const [first] = await log.read(articleStream(articleId));
  return first && fold(articleDecider, [first]);
}

/**
 * Updates the byline of a published pitch's article to the writer's last choice, in their name; publishes the article
 * first if it is missing. Repeated, even concurrently or after a later choice, it changes nothing more. Resolves with
 * the position of the article; undefined if there is nothing to update.
 */
export async function followByline(parts: Parts, submissionId: string): Promise<Position | undefined> {
  const { log } = parts;
  const history = await log.read(submissionStream(submissionId));
  const { state } = fold(submissionDecider, history);
  if (state.status !== 'published' || !state.pitch) return undefined;
  const { articleId, pitch, bylineRevision } = state;
  const chosen = history.find(({ revision }) => revision === bylineRevision);
  if (bylineRevision === undefined || !chosen) return undefined;
  if ((await log.read(articleStream(articleId))).length === 0) await finishPublishing(parts, submissionId);
  const byline = bylineOf(pitch, pitch.byline ?? defaultByline);
  const { actor, requestId } = chosen.metadata;
  const name = pitch.byline?.name ?? defaultByline.name;
  const choice = { name, byline, bylineRevision, chosenAt: chosen.position };
  const command = { type: 'FollowByline', articleId, ...choice } as const;
  const context = { actor, requestId, ids: derivedIds(chosen.id) };
  const written = await decideAndAppend(log, articleDecider, command, context).catch(
    async (error: unknown) => {
      // A forgotten writer has no article, or no key any more; nobody reads a removed article.
      if (isRejected(error, 'article-removed')) return undefined;
      if (isRejected(error) && (await isForgotten(parts, pitch.userId))) return undefined;
      throw error;
    },
  );
  return written?.position;
}

/** Rejects with `name-withheld` if editors have withheld the name on the article of a writer's own pitch. */
export async function checkNameIsShown({ log }: Parts, submissionId: string, userId: string): Promise<void> {
  const { state } = fold(submissionDecider, await log.read(submissionStream(submissionId)));
  if (state.status !== 'published' || state.userId !== userId) return;
  const { state: published } = fold(articleDecider, await log.read(articleStream(state.articleId)));
  if (published.status !== 'missing' && published.article?.authorName === nameWithheld)
    throw new CommandRejected('name-withheld');
}

/**
 * Resolves with the id of a published pitch's article, publishing it first if it is missing. Rejects with `not-allowed`
 * for anybody but its writer, and with `article-not-found` if the pitch is not published.
 */
export async function ownArticleIdOf(parts: Parts, submissionId: string, userId: string): Promise<number> {
  const { log } = parts;
  const { state } = fold(submissionDecider, await log.read(submissionStream(submissionId)));
  if (state.status === 'missing' || state.userId !== userId) throw new CommandRejected('not-allowed');
  if (state.status !== 'published') throw new CommandRejected('article-not-found');
  const { articleId } = state;
  if ((await log.read(articleStream(articleId))).length === 0) await finishPublishing(parts, submissionId);
  return articleId;
}

/** Whether a writer is forgotten, even if their key still exists. */
async function isForgotten({ log }: Parts, userId: string): Promise<boolean> {
  return (await loadAccount(log, userId)).state.status === 'forgotten';
}

/** Returns the content of the article that a pitch becomes. */
export function toArticleContent(
  pitch: SubmissionContent & Partial<Pick<KnownPitch, 'byline'>>,
): ArticleContent {
  return {
    title: pitch.articleTitle,
    excerpt: pitch.articleSummary,
    content: pitch.fullEssay,
    section: pitch.section,
    ...bylineOf(pitch, pitch.byline ?? defaultByline),
    readTime: readTimeOf(pitch.fullEssay),
    featured: 0,
    cover: 'auto',
  };
}

import { type Preview, type PreviewLink, previewTokenPattern } from '@journal/contracts';
import { previewsStream, type SubmissionEvent, submissionStream, toUuid } from '@journal/events';
import { loadAccount } from '../account/account.ts';
import type { Parts } from '../parts.ts';
import { toArticleContent } from '../submission/publishing.handlers.ts';
import { submissionDecider } from '../submission/submission.decider.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { fold } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { isOpen, previewDecider } from './preview.decider.ts';

const idBytes = 16;
const tokenShape = new RegExp(previewTokenPattern);

/**
 * Returns an unguessable token, the same for the same request. It contains the id of the pitch, and so identifies the
 * stream that contains its hash.
 */
export function previewTokenOf(submissionId: string, ids: RequestContext['ids']): string {
  const parts = [submissionId, ids('preview token'), ids('preview token, second half')];
  return Buffer.from(parts.join('').replaceAll('-', ''), 'hex').toString('base64url');
}

const closing = new Set<string>([
  'SubmissionDeclined',
  'SubmissionDeleted',
  'SubmissionWithdrawn',
] satisfies SubmissionEvent['type'][]);

/** Resolves with a pitch and with when it was last closed, even if it was reopened since. */
export async function loadPreviewed({ log }: Pick<Parts, 'log'>, submissionId: string) {
  const events = await log.read(submissionStream(submissionId));
  const closedAt = events.findLast(({ type }) => closing.has(type))?.metadata.at;
  return { state: fold(submissionDecider, events).state, closedAt };
}

/**
 * Resolves with what a token shows now: the pitch as an article, or the id of the article that it has become. Throws
 * `preview-not-found` for a token that was never made, and `preview-ended` if its link or the pitch is no longer open.
 */
export async function readPreview(
  { log, hash, now }: Pick<Parts, 'log' | 'hash' | 'now'>,
  token: string,
): Promise<Preview> {
  if (!tokenShape.test(token)) throw new CommandRejected('preview-not-found');
  const submissionId = toUuid(Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex'));
  const { links } = fold(previewDecider, await log.read(previewsStream(submissionId))).state;
  const tokenHash = links.length === 0 ? undefined : await hash('preview-link', token);
  const link = links.find((each) => each.tokenHash === tokenHash);
  if (!link) throw new CommandRejected('preview-not-found');
  const { state, closedAt } = await loadPreviewed({ log }, submissionId);
  if (!isOpen(link, now().toISOString(), closedAt)) throw new CommandRejected('preview-ended');
  const { expiresAt } = link;
  if (state.status === 'published') return { articleId: state.articleId, article: null, expiresAt };
  if (state.status !== 'pending' || !state.pitch) throw new CommandRejected('preview-ended');
  // The key may exist for a moment longer than the account.
  if ((await loadAccount(log, state.userId)).state.status === 'forgotten')
    throw new CommandRejected('preview-ended');
  const { featured: _featured, cover: _cover, ...article } = toArticleContent(state.pitch);
  return { articleId: null, article, expiresAt };
}

/** Resolves with the links of a pitch that can be opened, oldest first. `closedAt`: when the pitch was last closed. */
export async function readPreviewLinks(
  { log, now }: Pick<Parts, 'log' | 'now'>,
  submissionId: string,
  closedAt: string | undefined,
): Promise<PreviewLink[]> {
  const { links } = fold(previewDecider, await log.read(previewsStream(submissionId))).state;
  const open = links.filter((link) => isOpen(link, now().toISOString(), closedAt));
  return open.map(({ linkId: id, madeBy, expiresAt }) => ({ id, madeBy, expiresAt }));
}

import { type Preview, type PreviewLink, previewTokenPattern } from '@journal/contracts';
import type { Position } from '@journal/event-store';
import { may, previewsStream, type SubmissionEvent, submissionStream, toUuid } from '@journal/events';
import { accountOf, loadAccount } from '../account/account.ts';
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

const ending = new Set<string>([
  'SubmissionDeclined',
  'SubmissionDeleted',
  'SubmissionReopened',
  'SubmissionRestored',
  'SubmissionWithdrawn',
] satisfies SubmissionEvent['type'][]);

/**
 * Resolves with a pitch and with the position at which it was last closed or reopened, which ends its earlier links: a
 * link that was being made while the pitch was closed must not open once it is reopened.
 */
export async function loadPreviewed({ log }: Pick<Parts, 'log'>, submissionId: string) {
  const events = await log.read(submissionStream(submissionId));
  const endedAt = events.findLast(({ type }) => ending.has(type))?.position;
  return { state: fold(submissionDecider, events).state, endedAt };
}

/**
 * Resolves with what a token shows now: the pitch as an article, or the id of the article that it has become. Throws
 * `preview-not-found` for a token that was never made, and `preview-ended` if its link or the pitch is no longer open, or
 * if whoever made the link may no longer decide on pitches.
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
  const { state, endedAt } = await loadPreviewed({ log }, submissionId);
  if (!isOpen(link, now().toISOString(), endedAt)) throw new CommandRejected('preview-ended');
  const { expiresAt } = link;
  if (state.status === 'published') return { articleId: state.articleId, article: null, expiresAt };
  if (state.status !== 'pending' || !state.pitch) throw new CommandRejected('preview-ended');
  const [writer, maker] = await Promise.all([loadAccount(log, state.userId), loadAccount(log, link.madeBy)]);
  // The key may exist for a moment longer than the account. A dismissed editor must not go on reading by their own link.
  if (writer.state.status === 'forgotten' || !may(accountOf(maker.state)?.roles ?? [], 'decide-pitches'))
    throw new CommandRejected('preview-ended');
  const { featured: _featured, cover: _cover, ...article } = toArticleContent(state.pitch);
  return { articleId: null, article, expiresAt };
}

/** Resolves with the links of a pitch that have neither expired nor been revoked, oldest first. `endedAt`: as for `isOpen`. */
export async function readPreviewLinks(
  { log, now }: Pick<Parts, 'log' | 'now'>,
  submissionId: string,
  endedAt: Position | undefined,
): Promise<PreviewLink[]> {
  const { links } = fold(previewDecider, await log.read(previewsStream(submissionId))).state;
  const open = links.filter((link) => isOpen(link, now().toISOString(), endedAt));
  return open.map(({ linkId: id, madeBy, expiresAt }) => ({ id, madeBy, expiresAt }));
}

import { randomBytes } from 'node:crypto';
import { type Preview, type PreviewLink, previewTokenPattern } from '@journal/contracts';
import { previewsStream, submissionStream, toUuid } from '@journal/events';
import { loadAccount } from '../account/account.ts';
import type { Parts } from '../parts.ts';
import { toArticleContent } from '../submission/publishing.handlers.ts';
import { submissionDecider } from '../submission/submission.decider.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { fold } from '../writing/decide-and-append.ts';
import { isOpen, previewDecider } from './preview.decider.ts';

const idBytes = 16;
const secretBytes = 32;
const tokenShape = new RegExp(previewTokenPattern);

/** Returns a token that nobody can guess; it says of which pitch it is, and in which stream its hash is to be sought. */
export function newPreviewToken(submissionId: string): string {
  const id = Buffer.from(submissionId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, randomBytes(secretBytes)]).toString('base64url');
}

/**
 * Resolves with what a token shows now: the pitch as an article, or the id of the article that it has become. Throws
 * `preview-not-found` for a token that was never made, and `preview-ended` where nobody is shown the pitch any more.
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
  if (!isOpen(link, now())) throw new CommandRejected('preview-ended');
  const { expiresAt } = link;
  const { state } = fold(submissionDecider, await log.read(submissionStream(submissionId)));
  if (state.status === 'published') return { articleId: state.articleId, article: null, expiresAt };
  if (state.status !== 'pending' || !state.pitch) throw new CommandRejected('preview-ended');
  // The key may be there for a moment longer than the account.
  if ((await loadAccount(log, state.userId)).state.status === 'forgotten')
    throw new CommandRejected('preview-ended');
  const { featured: _featured, cover: _cover, ...article } = toArticleContent(state.pitch);
  return { articleId: null, article, expiresAt };
}

/** Resolves with the links of a pitch that can be opened, oldest first. */
export async function readPreviewLinks(
  { log, now }: Pick<Parts, 'log' | 'now'>,
  submissionId: string,
): Promise<PreviewLink[]> {
  const { links } = fold(previewDecider, await log.read(previewsStream(submissionId))).state;
  const open = links.filter((link) => isOpen(link, now()));
  return open.map(({ linkId: id, madeBy, expiresAt }) => ({ id, madeBy, expiresAt }));
}

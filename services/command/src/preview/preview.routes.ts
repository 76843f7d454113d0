import { type NewPreviewLink, positionHeader, previewDays } from '@journal/contracts';
import { registerRoute, type Server } from '@journal/service-kit';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import type { SubmissionState } from '../submission/submission.decider.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { type ClosedReason, previewDecider } from './preview.decider.ts';
import { loadPreviewed, previewTokenOf, readPreview, readPreviewLinks } from './read-preview.ts';

const day = 24 * 60 * 60_000;

/** Registers the routes by which editors make and revoke preview links, and the query service reads what they show. */
export function registerPreviewRoutes(app: Server, parts: RouteParts): void {
  const { log, keys, hash, limits, now } = parts;
  const bodiless = { preValidation: refuseBody };
  const pitchOf = async (submissionId: string) => {
    const pitch = await loadPreviewed(parts, submissionId);
    if (pitch.state.status === 'missing') throw new CommandRejected('submission-not-found');
    return pitch;
  };

  registerRoute(app, 'POST /api/submissions/:id/previews', bodiless, async (request, reply) => {
    const { id: submissionId } = request.params;
    const { state: pitch, endedAt } = await pitchOf(submissionId);
    await limits.take(request, 'preview', signedInUser(request));
    const context = await contextOf(request, keys);
    const linkId = context.ids('preview');
    const token = previewTokenOf(submissionId, context.ids);
    const at = now();
    const link = {
      ...{ submissionId, linkId, tokenHash: await hash('preview-link', token), at: at.toISOString() },
      expiresAt: new Date(at.getTime() + previewDays * day).toISOString(),
    };
    const command = {
      type: 'MakePreviewLink',
      ...link,
      closedReason: closedReasonOf(pitch),
      endedAt,
    } as const;
    const { position, state } = await decideAndAppend(log, previewDecider, command, context);
    // If the request is repeated, the link of the first one counts.
    const { expiresAt = link.expiresAt } = state.links.find((each) => each.linkId === linkId) ?? {};
    reply.code(201).headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return { id: linkId, token, expiresAt } satisfies NewPreviewLink;
  });

  const revoking = 'DELETE /api/submissions/:id/previews/:linkId';
  registerRoute(app, revoking, bodiless, async (request, reply) => {
    const { id: submissionId, linkId } = request.params;
    await pitchOf(submissionId);
    const context = await contextOf(request, keys);
    const command = { type: 'RevokePreviewLink', submissionId, linkId } as const;
    const { position } = await decideAndAppend(log, previewDecider, command, context);
    return sendDone(reply, position);
  });

  registerRoute(app, 'POST /api/operations/previews', {}, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return readPreview(parts, request.body.token);
  });

  const listing = 'POST /api/operations/submissions/:id/previews';
  registerRoute(app, listing, bodiless, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { endedAt } = await pitchOf(request.params.id);
    return readPreviewLinks(parts, request.params.id, endedAt);
  });
}

/** Returns why a pitch can't be shown; undefined if it is pending and can be read. */
function closedReasonOf(state: SubmissionState): ClosedReason | undefined {
  if (state.status === 'missing' || state.status === 'deleted' || !state.pitch) return 'submission-not-found';
  return state.status === 'pending' ? undefined : `submission-${state.status}`;
}

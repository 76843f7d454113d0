import { draftEtag, draftHeader, draftVersionsIn, parseDraftTarget } from '@journal/contracts';
import {
  articleStream,
  articleSubject,
  contributorSubject,
  SubjectForgotten,
  submissionStream,
  submissionSubject,
  userSubject,
} from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { sendDone } from '../http/answers.ts';
import { actorOf, isAbleTo, signedInUser } from '../http/auth.ts';
import { refuseBody } from '../http/requests.ts';
import type { Parts, RouteParts } from '../parts.ts';
import { readDrafts, saveDraft } from './drafts.ts';

const newer = () =>
  new ProblemError('edited-meanwhile', {
    message: 'There is a newer text of this draft, from another device',
  });

/** Registers the routes that carry a user's unsent text from one device to another. None of them writes an event. */
export function registerDraftRoutes(app: Server, parts: RouteParts): void {
  const { drafts, limits, log } = parts;

  registerRoute(app, 'PUT /api/me/drafts/:target', {}, async (request, reply) => {
    const userId = signedInUser(request);
    const { target } = request.params;
    const seen = seenVersions(request, userId);
    await limits.take(request, 'draft', userId);
    const { subject, missing } = await subjectsOf(log, request, target);
    const subjects = [...subject, userSubject({ userId })];
    const draft = { userId, target, subjects, content: request.body };
    const version = await saveDraft(parts, draft, seen).catch((cause: unknown) => {
      throw cause instanceof SubjectForgotten ? new ProblemError(missing, {}, { cause }) : cause;
    });
    if (version === undefined) throw newer();
    reply.header('etag', draftEtag(version, userId));
    return sendDone(reply);
  });

  registerRoute(
    app,
    'DELETE /api/me/drafts/:target',
    { preValidation: refuseBody },
    async (request, reply) => {
      const { target } = request.params;
      requireTarget(request, target);
      const userId = signedInUser(request);
      if (!(await drafts.remove({ userId, target }, seenVersions(request, userId)))) throw newer();
      return sendDone(reply);
    },
  );

  const reading = 'POST /api/operations/users/:userId/drafts';
  registerRoute(app, reading, { preValidation: refuseBody }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return readDrafts(parts, request.params.userId, request.query.target);
  });
}

/** Returns the versions that may be replaced, from If-Match; undefined if any may. */
function seenVersions({ headers }: FastifyRequest, userId: string): readonly number[] | undefined {
  const header = headers['if-match'];
  const seen = header === undefined ? '*' : draftVersionsIn(header, userId);
  if (seen === undefined) throw new ProblemError('invalid-if-match');
  return seen === '*' ? undefined : seen;
}

/** Returns the parsed target. Throws `not-found` if it is not valid, and `not-allowed` if the user may not edit it. */
function requireTarget(request: FastifyRequest, target: string) {
  const parsed = parseDraftTarget(target);
  if (!parsed) throw new ProblemError('not-found');
  if (parsed.kind === 'article' && !isAbleTo(request, 'edit-articles')) throw new ProblemError('not-allowed');
  return parsed;
}

/** Resolves with the data subjects of a draft beside its author. Throws if there is nothing that could be changed. */
async function subjectsOf(log: Parts['log'], request: FastifyRequest, target: string) {
  const parsed = requireTarget(request, target);
  const userId = signedInUser(request);
  switch (parsed.kind) {
    case 'new-pitch':
      return { subject: [], missing: 'not-signed-in' } as const;
    case 'pitch': {
      const { submissionId } = parsed;
      const [first] = await log.read(submissionStream(submissionId));
      const missing = 'submission-not-found';
      if (first?.type !== 'SubmissionPitched' || first.data.userId !== userId)
        throw new ProblemError(missing);
      return { subject: [submissionSubject({ userId, submissionId })], missing } as const;
    }
    case 'article': {
      const { articleId } = parsed;
      const [first] = await log.read(articleStream(articleId));
      const missing = 'article-not-found';
      if (first?.type !== 'ArticlePublished') throw new ProblemError(missing);
      const { contributorId } = first.data;
      // A draft that contains its writer's name is erased with the name.
      return {
        subject: [articleSubject({ articleId }), contributorSubject({ contributorId })],
        missing,
      } as const;
    }
    default:
      return parsed satisfies never;
  }
}

/**
 * Deletes the draft that was sent with a request, in the version sent: text typed on another device since then stays.
 * If the deletion fails, the request still succeeds, and the draft can be discarded later.
 */
export async function deleteSentDraft(
  { drafts }: Pick<Parts, 'drafts'>,
  request: FastifyRequest,
  target: string,
): Promise<void> {
  const sent = request.headers[draftHeader];
  const userId = actorOf(request).id;
  const seen = typeof sent === 'string' ? draftVersionsIn(sent, userId) : undefined;
  if (seen === undefined || seen === '*') return;
  await drafts
    .remove({ userId, target }, seen)
    .catch((err: unknown) => request.log.warn({ err }, 'draft of a sent text not deleted'));
}

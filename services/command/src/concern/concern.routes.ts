import { concernReported, type Message, reportPage } from '@journal/contracts';
import { concernSubject, expiryCutoff } from '@journal/events';
import { registerRoute, type Server } from '@journal/service-kit';
import { sendDone } from '../http/answers.ts';
import { acceptForms, sendSuccess } from '../http/forms.ts';
import { contextOf, refuseBody, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { concernDecider } from './concern.decider.ts';

const reported: Message = { message: concernReported };
/** A character of a URL-encoded form takes up to 12 bytes. */
const maxBodyBytes = 64 * 1024;

/** Registers the routes by which anybody reports a concern, as JSON or a plain form, and which erase it when due. */
export async function registerConcernRoutes(app: Server, parts: RouteParts): Promise<void> {
  const { log, vault, keys, limits, now } = parts;

  const erasing = 'POST /api/operations/concerns/:id/erase';
  registerRoute(app, erasing, { preValidation: refuseBody }, async (request, reply) => {
    const concernId = request.params.id;
    const reportedBefore = expiryCutoff('reportedConcern', now()).toISOString();
    const command = { type: 'EraseConcern', concernId, reportedBefore } as const;
    const { state, position } = await decideAndAppend(
      log,
      concernDecider,
      command,
      await contextOf(request, keys),
    );
    if (state.isErased) await vault.forget(concernSubject({ concernId }));
    return sendDone(reply, position);
  });

  await app.register(async (scope) => {
    acceptForms(scope);
    const options = { config: { page: reportPage }, bodyLimit: maxBodyBytes, preValidation: trimBody };
    registerRoute(scope, 'POST /api/concerns', options, async (request, reply) => {
      await limits.take(request, 'report');
      const { text, replyTo, article } = request.body;
      const context = await contextOf(request, keys);
      const command = {
        type: 'ReportAnyConcern',
        concernId: context.ids('concern'),
        articleId: article ? Number(article) : null,
        text: text.replaceAll(/\r\n?/g, '\n'),
        replyTo: replyTo || null,
      } as const;
      // The concern may be about an editor: the log does not record which account it came from.
      const anybody = { ...context, actor: { id: 'visitor', role: 'visitor' } } as const;
      await decideAndAppend(log, concernDecider, command, anybody, { isNew: true });
      return sendSuccess(request, reply, 202, reported);
    });
  });
}

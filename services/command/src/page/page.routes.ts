import type { PageText } from '@journal/contracts';
import { pageTexts } from '@journal/contracts/page-texts';
import type { PageId } from '@journal/events';
import { registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import { sendPiece } from '../http/answers.ts';
import { contextOf, seenRevisions, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { decideAndAppend, restore, type WriteResult } from '../writing/decide-and-append.ts';
import { type PageState, pageDecider } from './page.decider.ts';

/** Registers the routes that change the text of a page. */
export function registerPageRoutes(app: Server, { log, keys }: RouteParts): void {
  registerRoute(app, 'PUT /api/pages/:id', { preValidation: trimBody }, async (request, reply) => {
    const pageId = request.params.id as PageId;
    const { text } = request.body;
    const content = { text: text === pageTexts[pageId] ? null : text };
    const command = { type: 'EditPage', pageId, content, ...seenRevisions(request) } as const;
    return sendPage(
      reply,
      pageId,
      await decideAndAppend(log, pageDecider, command, await contextOf(request, keys)),
    );
  });

  registerRoute(app, 'POST /api/pages/:id/restore', {}, async (request, reply) => {
    const pageId = request.params.id as PageId;
    const command = { type: 'RestorePage', pageId, ...seenRevisions(request) } as const;
    const context = await contextOf(request, keys);
    return sendPage(reply, pageId, await restore(log, pageDecider, command, request.body, context));
  });
}

/** Responds with the page as it is after the write: the bytes and the ETag that a GET would give. */
function sendPage(reply: FastifyReply, id: PageId, written: WriteResult<PageState>): FastifyReply {
  const page: PageText = { id, text: written.state.text ?? pageTexts[id] };
  return sendPiece(reply, JSON.stringify(page), written);
}

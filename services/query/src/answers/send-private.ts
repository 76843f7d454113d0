import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './answer.ts';
import { sendAnswer } from './send-answer.ts';

/** Sends what not everybody may see: no cache in between keeps it, and the reader's own asks each time. */
export function sendPrivate(request: FastifyRequest, reply: FastifyReply, answer: Answer, position: string) {
  reply.header('vary', 'authorization, cookie');
  return sendAnswer(request, reply, { answer, position }, 'private');
}

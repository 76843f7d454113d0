import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { loggedPath } from './logged-path.ts';

/** One line per request, when it is over: method, path as `loggedPath` has it, status and milliseconds. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: loggedPath(request, reply.statusCode),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request broken off');
    else reply.log.info(line, 'request');
  }
}

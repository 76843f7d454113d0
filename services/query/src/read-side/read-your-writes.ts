import { maxWaitForPosition, positionHeader } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import type { ReadSide } from './read-side.ts';

const behind = 'isBehind';
const printable = /^[\x21-\x7e]{1,100}$/;

/**
 * Lets a request that carries the position of a write wait until the tables have it, at most `maxWaitForPosition`.
 * Every answer then says where the tables were. A position that can't be one of this log's is refused.
 */
export function registerReadYourWrites(app: Server, readSide: ReadSide, limit = maxWaitForPosition): void {
  app.decorateRequest(behind, false);
  app.addHook('preHandler', (request, reply, done) => {
    const wanted = request.headers[positionHeader];
    if (wanted === undefined) {
      reply.header(positionHeader, readSide.position);
      done();
      return;
    }
    if (typeof wanted !== 'string' || !couldBe(wanted, readSide.position)) {
      done(new ProblemError('invalid-position'));
      return;
    }
    readSide.waitFor(wanted, limit).then((reached) => {
      request.setDecorator(behind, !reached);
      reply.header(positionHeader, readSide.position);
      done();
    }, done);
  });
}

/** Whether the time was over before the tables had what this request asked for. */
export function isBehind(request: FastifyRequest): boolean {
  return request.getDecorator<boolean>(behind);
}

/** Positions of one log are of one length; before the first is known anything printable may be one. */
function couldBe(wanted: string, known: string): boolean {
  return printable.test(wanted) && (known === '' || wanted.length === known.length);
}

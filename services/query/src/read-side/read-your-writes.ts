import { maxWaitForPosition, positionHeader } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import type { ReadSide } from './read-side.ts';

export type ReadYourWritesOptions = {
  /** Longest wait in milliseconds; default `maxWaitForPosition`. */
  readonly maxWait?: number | undefined;
  /** Most requests that wait at once; default 1,000. */
  readonly mostWaiting?: number | undefined;
};

/** Requests that carry a position, as figures. */
export type PositionWaits = {
  /** How many wait at this moment. */
  readonly waiting: number;
  /** How many were answered at once since the start, because as many waited as may. */
  readonly turnedAway: number;
};

const behind = 'isBehind';
const printable = /^[\x21-\x7e]{1,100}$/;

/**
 * Lets a request that carries the position of a write wait until the tables have it, at most `maxWait`. Where as many
 * wait as may, it is answered at once from what there is, as it is when the time is over. Every answer says where the
 * tables were. What can't be a position of this log is as if it were left out: it must keep nobody from reading.
 */
export function registerReadYourWrites(
  app: Server,
  readSide: ReadSide,
  { maxWait = maxWaitForPosition, mostWaiting = 1_000 }: ReadYourWritesOptions = {},
): PositionWaits {
  const figures = { waiting: 0, turnedAway: 0 };

  async function reach(position: string): Promise<boolean> {
    if (position <= readSide.position) return true;
    if (figures.waiting >= mostWaiting) {
      figures.turnedAway++;
      return false;
    }
    figures.waiting++;
    return readSide.waitFor(position, maxWait).finally(() => figures.waiting--);
  }

  app.decorateRequest(behind, false);
  app.addHook('preHandler', (request, reply, done) => {
    const wanted = request.headers[positionHeader];
    if (typeof wanted !== 'string' || !couldBe(wanted, readSide.position)) {
      reply.header(positionHeader, readSide.position);
      done();
      return;
    }
    reach(wanted).then((reached) => {
      request.setDecorator(behind, !reached);
      reply.header(positionHeader, readSide.position);
      done();
    }, done);
  });
  return figures;
}

/** Whether the tables did not have what this request asked for when it was answered. */
export function isBehind(request: FastifyRequest): boolean {
  return request.getDecorator<boolean>(behind);
}

/** Positions of one log differ in their digits only; before the first is known anything printable may be one. */
function couldBe(wanted: string, known: string): boolean {
  return printable.test(wanted) && (known === '' || shapeOf(wanted) === shapeOf(known));
}

function shapeOf(position: string): string {
  return position.replace(/[0-9]/g, '0');
}

import { maxWaitForPosition, positionHeader } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import { sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import type { ReadSide } from './read-side.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route reads, where that is not the articles alone. */
    readonly reads?: readonly ReadSide[];
    /** Milliseconds that a reader waits at most, where that is less than everywhere. */
    readonly longestWait?: number;
  }
}

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
const nothing: readonly ReadSide[] = [];

/**
 * Lets a request that carries the position of a write, itself or in its session, wait until the tables have the higher
 * of both, at most `maxWait`. Where as many wait as may, it is answered at once from what there is, as it is when the
 * time is over. Every answer says where the tables were. What can't be a position of this log is as if it were left
 * out: it must keep nobody from reading. Routes whose `config.reads` names nothing else read `readSide`.
 */
export function registerReadYourWrites(
  app: Server,
  readSide: ReadSide,
  { maxWait = maxWaitForPosition, mostWaiting = 1_000 }: ReadYourWritesOptions = {},
): PositionWaits {
  const figures = { waiting: 0, turnedAway: 0 };
  const usual = [readSide];

  async function reach(side: ReadSide, position: string, longest: number): Promise<boolean> {
    if (figures.waiting >= mostWaiting) {
      figures.turnedAway++;
      return false;
    }
    figures.waiting++;
    return side.waitFor(position, longest).finally(() => figures.waiting--);
  }

  /** Those of the sides that do not get as far in time. */
  async function leftBehind(
    sides: readonly ReadSide[],
    wanted: readonly string[],
    longest: number,
  ): Promise<ReadSide[]> {
    const reached = await Promise.all(
      sides.map((side) => {
        const position = highestOf(wanted, side.position);
        return position <= side.position || reach(side, position, longest);
      }),
    );
    return sides.filter((_side, index) => !reached[index]);
  }

  app.decorateRequest(behind, null);
  app.addHook('preHandler', (request, reply, done) => {
    const { reads: sides = usual, longestWait = maxWait } = request.routeOptions.config;
    const wanted = positionsIn(request);
    if (wanted.length === 0) {
      reply.header(positionHeader, lowestOf(sides));
      done();
      return;
    }
    leftBehind(sides, wanted, Math.min(longestWait, maxWait)).then((late) => {
      request.setDecorator(behind, late);
      reply.header(positionHeader, lowestOf(sides));
      done();
    }, done);
  });
  return figures;
}

/** Whether the tables (of `side`, or any) did not have what this request asked for when it was answered. */
export function isBehind(request: FastifyRequest, side?: ReadSide): boolean {
  const late = request.getDecorator<readonly ReadSide[] | null>(behind) ?? nothing;
  return side === undefined ? late.length > 0 : late.includes(side);
}

function positionsIn(request: FastifyRequest): string[] {
  return [request.headers[positionHeader], sessionOf(request)?.position].filter(
    (position) => typeof position === 'string',
  );
}

/** The highest of those that can be positions of the log that `known` is one of; '' where none can. */
function highestOf(positions: readonly string[], known: string): string {
  const possible = positions.filter((position) => couldBe(position, known)).sort();
  return possible.at(-1) ?? '';
}

/** How far all of them are, at least. */
export function lowestOf(sides: readonly ReadSide[]): string {
  const [lowest = ''] = sides.map((side) => side.position).sort();
  return lowest;
}

/** Positions of one log differ in their digits only; before the first is known anything printable may be one. */
function couldBe(wanted: string, known: string): boolean {
  return printable.test(wanted) && (known === '' || shapeOf(wanted) === shapeOf(known));
}

function shapeOf(position: string): string {
  return position.replace(/[0-9]/g, '0');
}

import { maxWaitForPosition, positionHeader } from '@journal/contracts';
import type { Metrics, Server } from '@journal/service-kit';
import { sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import type { TrackedModel } from './tracked-model.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The read models that the route reads; where left out, the articles. */
    readonly reads?: readonly TrackedModel[];
    /** Milliseconds that a request to this route waits at most, where that is less than everywhere. */
    readonly maxWait?: number;
  }
}

export type ReadYourWritesOptions = {
  /** Milliseconds that a request waits at most; default `maxWaitForPosition`. */
  readonly maxWait?: number | undefined;
  /** How many requests wait at once at most; default 1,000. */
  readonly maxWaiting?: number | undefined;
};

const behind = 'isBehind';
const printable = /^[\x21-\x7e]{1,100}$/;
const none: readonly TrackedModel[] = [];

/**
 * Lets a request that carries the position of a write, itself or in its session, wait until the tables have the higher
 * of both, at most `maxWait`. Where as many wait as may, it is answered at once from what there is, as it is when the
 * time is over. Every answer says where the tables were. What can't be a position of this log is ignored: it must keep
 * nobody from reading.
 */
export function registerReadYourWrites(
  app: Server,
  { metrics, articlesModel }: { readonly metrics: Metrics; readonly articlesModel: TrackedModel },
  { maxWait: maxWaitOfAll = maxWaitForPosition, maxWaiting = 1_000 }: ReadYourWritesOptions = {},
): void {
  const usual = [articlesModel];
  let waiting = 0;
  let rejected = 0;

  async function reach(model: TrackedModel, position: string, timeout: number): Promise<boolean> {
    if (waiting >= maxWaiting) {
      rejected++;
      return false;
    }
    waiting++;
    return model.waitFor(position, timeout).finally(() => waiting--);
  }

  /** Resolves with those of the models that did not get as far in time. */
  async function leftBehind(
    models: readonly TrackedModel[],
    wanted: readonly string[],
    timeout: number,
  ): Promise<TrackedModel[]> {
    const reached = await Promise.all(
      models.map((model) => {
        const position = highestOf(wanted, model.position);
        return position <= model.position || reach(model, position, timeout);
      }),
    );
    return models.filter((_model, index) => !reached[index]);
  }

  app.decorateRequest(behind, null);
  app.addHook('preHandler', (request, reply, done) => {
    const { reads = usual, maxWait = maxWaitOfAll } = request.routeOptions.config;
    const wanted = positionsIn(request);
    if (wanted.length === 0) {
      reply.header(positionHeader, lowestOf(reads));
      done();
      return;
    }
    leftBehind(reads, wanted, Math.min(maxWait, maxWaitOfAll)).then((late) => {
      request.setDecorator(behind, late);
      reply.header(positionHeader, lowestOf(reads));
      done();
    }, done);
  });

  metrics.value('position_waits_open', 'Requests that wait for a position', () => waiting);
  metrics.value(
    'position_waits_turned_away',
    'Requests answered at once since the start because too many waited for a position',
    () => rejected,
  );
}

/** Whether the tables (of `model`, or any) did not have what this request asked for when it was answered. */
export function isBehind(request: FastifyRequest, model?: TrackedModel): boolean {
  const late = request.getDecorator<readonly TrackedModel[] | null>(behind) ?? none;
  return model === undefined ? late.length > 0 : late.includes(model);
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

/** Returns the position up to which all of them are complete. */
export function lowestOf(models: readonly TrackedModel[]): string {
  const [lowest = ''] = models.map((model) => model.position).sort();
  return lowest;
}

/** Positions of one log differ in their digits only; before the first is known anything printable may be one. */
function couldBe(wanted: string, known: string): boolean {
  return printable.test(wanted) && (known === '' || shapeOf(wanted) === shapeOf(known));
}

function shapeOf(position: string): string {
  return position.replace(/[0-9]/g, '0');
}

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

const behind = 'isBehind';
const printable = /^[\x21-\x7e]{1,100}$/;

/**
 * Lets a request that carries the position of a write, itself or in its session, wait until the tables have the higher
 * of both, at most `maxWait`. Where `maxWaiting` requests wait already, it is answered at once from the tables as
 * they are, as it is after the timeout. Every answer says how far the tables were. What can't be a position of this log is
 * ignored: a broken header must not keep anybody from reading.
 */
export function registerReadYourWrites(
  app: Server,
  { metrics, articlesModel }: { readonly metrics: Metrics; readonly articlesModel: TrackedModel },
  {
    maxWait: maxWaitOfAll = maxWaitForPosition,
    maxWaiting = 1_000,
  }: { readonly maxWait?: number; readonly maxWaiting?: number } = {},
): void {
  const usual = [articlesModel];
  let waiting = 0;
  let rejected = 0;

  /** Resolves with whether the tables have what was asked for in time. */
  async function reach(model: TrackedModel, wanted: readonly string[], timeout: number): Promise<boolean> {
    const possible = wanted.filter((position) => couldBe(position, model.position));
    const highest = possible.sort().at(-1) ?? '';
    if (highest <= model.position) return true;
    if (waiting >= maxWaiting) {
      rejected++;
      return false;
    }
    waiting++;
    return model.waitFor(highest, timeout).finally(() => waiting--);
  }

  app.decorateRequest(behind, null);
  app.addHook('preHandler', (request, reply, done) => {
    const { reads = usual, maxWait = maxWaitOfAll } = request.routeOptions.config;
    const proceed = () => {
      reply.header(positionHeader, lowestOf(reads));
      done();
    };
    const wanted = [request.headers[positionHeader], sessionOf(request)?.position].filter(
      (position) => typeof position === 'string',
    );
    if (wanted.length === 0) return proceed();
    const timeout = Math.min(maxWait, maxWaitOfAll);
    Promise.all(reads.map((model) => reach(model, wanted, timeout))).then((reached) => {
      const late = reads.filter((_model, index) => !reached[index]);
      request.setDecorator(behind, late);
      proceed();
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
  const late = request.getDecorator<readonly TrackedModel[] | null>(behind) ?? [];
  return model === undefined ? late.length > 0 : late.includes(model);
}

/** Returns the position up to which all of them are complete. */
export function lowestOf(models: readonly TrackedModel[]): string {
  const [lowest = ''] = models.map((model) => model.position).sort();
  return lowest;
}

/** Positions of one log differ in their digits only; before the first is known anything printable may be one. */
function couldBe(wanted: string, known: string): boolean {
  const shapeOf = (position: string) => position.replace(/[0-9]/g, '0');
  return printable.test(wanted) && (known === '' || shapeOf(wanted) === shapeOf(known));
}

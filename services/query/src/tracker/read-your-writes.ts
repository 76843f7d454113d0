import { positionHeader } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import { sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import type { PositionWaits } from './position-waits.ts';
import type { TrackedModel } from './tracked-model.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read models that the route reads, for every request or for this one. Default: the articles. */
    readonly reads?: readonly TrackedModel[] | ((request: FastifyRequest) => readonly TrackedModel[]);
    /** Maximum wait of a request to this route in milliseconds, if it is less than the general one. */
    readonly maxWait?: number;
  }
}

const behind = 'isBehind';

/**
 * Makes a request that carries the position of a write, in its header or in its session, wait until the tables have
 * reached the higher of the two, for at most `maxWait`. After the timeout, or if `maxWaiting` requests are already
 * waiting, it is answered from the tables as they are. Every response from tables states their position; '' if it is
 * unknown. What can't be a position of this log is ignored: a malformed header must not prevent anybody from reading.
 */
export function registerReadYourWrites(
  app: Server,
  { waits, articlesModel }: { readonly waits: PositionWaits; readonly articlesModel: TrackedModel },
): void {
  const usual = [articlesModel];
  app.decorateRequest(behind, null);
  app.addHook('preHandler', (request, reply, done) => {
    const { reads: given = usual, maxWait } = request.routeOptions.config;
    const reads = typeof given === 'function' ? given(request) : given;
    const proceed = () => {
      if (reads.length > 0) reply.header(positionHeader, lowestOf(reads));
      done();
    };
    const wanted = [request.headers[positionHeader], sessionOf(request)?.position].filter(
      (position) => typeof position === 'string',
    );
    if (wanted.length === 0) return proceed();
    Promise.all(reads.map((model) => waits.reach(model, wanted, maxWait))).then((reached) => {
      const late = reads.filter((_model, index) => !reached[index]);
      request.setDecorator(behind, late);
      proceed();
    }, done);
  });
}

/** Whether the tables (of `model`, or any) had not reached the requested position when this request was answered. */
export function isBehind(request: FastifyRequest, model?: TrackedModel): boolean {
  const late = request.getDecorator<readonly TrackedModel[] | null>(behind) ?? [];
  return model === undefined ? late.length > 0 : late.includes(model);
}

/** Returns the position up to which all the models are complete. */
export function lowestOf(models: readonly TrackedModel[]): string {
  const [lowest = ''] = models.map((model) => model.position).sort();
  return lowest;
}

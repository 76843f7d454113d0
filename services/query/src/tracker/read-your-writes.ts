import { positionHeader } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import { sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import type { PositionWaits } from './position-waits.ts';
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

/**
 * Lets a request that carries the position of a write, itself or in its session, wait until the tables have the higher
 * of both, at most `maxWait`. Where `maxWaiting` requests wait already, it is answered at once from the tables as
 * they are, as it is after the timeout. Every answer says how far the tables were. What can't be a position of this log is
 * ignored: a broken header must not keep anybody from reading.
 */
export function registerReadYourWrites(
  app: Server,
  { waits, articlesModel }: { readonly waits: PositionWaits; readonly articlesModel: TrackedModel },
): void {
  const usual = [articlesModel];
  app.decorateRequest(behind, null);
  app.addHook('preHandler', (request, reply, done) => {
    const { reads = usual, maxWait } = request.routeOptions.config;
    const proceed = () => {
      reply.header(positionHeader, lowestOf(reads));
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

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

/** What a request found before it read the tables. */
type Found = {
  /** Models that had not reached the requested position. */
  readonly late: readonly TrackedModel[];
  /** Position of its models. */
  readonly position: string;
};

const found = 'positionFound';
const nothingFound: Found = { late: [], position: '' };

/**
 * Makes a request that carries the position of a write, in its header or in its session, wait until the tables have
 * reached the higher of the two, for at most `maxWait`. After the timeout, or if `maxWaiting` requests are already
 * waiting, it is answered from the tables as they are. Every response from tables states their position, as it was
 * before they were read, or as it was afterwards if a crash of the database has taken it back meanwhile; '' if it is
 * unknown. What can't be a position of this log is ignored: a malformed header must not prevent anybody from reading.
 */
export function registerReadYourWrites(
  app: Server,
  { waits, articlesModel }: { readonly waits: PositionWaits; readonly articlesModel: TrackedModel },
): void {
  const usual = [articlesModel];
  const readsOf = (request: FastifyRequest) => {
    const { reads = usual } = request.routeOptions.config;
    return typeof reads === 'function' ? reads(request) : reads;
  };
  app.decorateRequest(found, null);
  app.addHook('preHandler', (request, reply, done) => {
    const reads = readsOf(request);
    const { maxWait } = request.routeOptions.config;
    const proceed = (late: Found['late'] = []) => {
      const position = lowestOf(reads);
      request.setDecorator<Found>(found, { late, position });
      if (reads.length > 0) reply.header(positionHeader, position);
      done();
    };
    const wanted = [request.headers[positionHeader], sessionOf(request)?.position].filter(
      (position) => typeof position === 'string',
    );
    if (wanted.length === 0) return proceed();
    Promise.all(reads.map((model) => waits.reach(model, wanted, maxWait))).then((reached) => {
      proceed(reads.filter((_model, index) => !reached[index]));
    }, done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const position = lowestOf(readsOf(request));
    if (position < foundBy(request).position) reply.header(positionHeader, position);
    done();
  });
}

const foundBy = (request: FastifyRequest) => request.getDecorator<Found | null>(found) ?? nothingFound;

/** Whether the tables (of `model`, or any) had not reached the requested position when this request was answered. */
export function isBehind(request: FastifyRequest, model?: TrackedModel): boolean {
  const { late } = foundBy(request);
  return model === undefined ? late.length > 0 : late.includes(model);
}

/** Returns the position up to which all the models are complete. */
export function lowestOf(models: readonly TrackedModel[]): string {
  const [lowest = ''] = models.map((model) => model.position).sort();
  return lowest;
}

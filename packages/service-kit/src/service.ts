import type { FastifyInstance } from 'fastify';

/** One of the four services, built but not listening; alone in its process or beside the others in one. */
export type Service = {
  readonly name: string;
  /** Routes registered; whoever runs the service calls `listen` or dispatches to `app.routing`. */
  readonly app: FastifyInstance;
  /** Opens connections and starts background work. Resolves when requests may come; readiness is `/health/ready`'s to say. */
  start(): Promise<void>;
  /** Ends open streams and background work, then the app, then the connections. Within 8 s; safe to call twice. */
  stop(): Promise<void>;
};

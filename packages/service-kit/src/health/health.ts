import type { FastifyInstance } from 'fastify';

/** Resolves where the dependency can be used, rejects with the reason otherwise. */
export type HealthCheck = () => Promise<void>;
export type HealthReport = { ready: boolean; dependencies: Record<string, string> };

const checkTimeout = 2_000;

/** Runs all checks at once, each for at most 2 s. A dependency's entry is `ok` or a short reason without secrets. */
export async function reportHealth(checks: Readonly<Record<string, HealthCheck>>): Promise<HealthReport> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  );
  return {
    ready: entries.every(([, outcome]) => outcome === 'ok'),
    dependencies: Object.fromEntries(entries),
  };
}

async function outcomeOf(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), checkTimeout);
  });
  try {
    await Promise.race([check(), tooLate]);
    return 'ok';
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return error instanceof Error && error.message === 'no answer'
      ? 'no answer'
      : `unavailable${typeof code === 'string' ? ` (${code})` : ''}`;
  } finally {
    clearTimeout(timer);
  }
}

/** `/health/live`: the process answers. `/health/ready`: 200 where every dependency can be used, else 503 saying which can't. */
export function registerHealth(app: FastifyInstance, checks: Readonly<Record<string, HealthCheck>>): void {
  app.get('/health/live', { logLevel: 'silent' }, async () => ({ live: true }));
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const report = await reportHealth(checks);
    return reply
      .code(report.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}

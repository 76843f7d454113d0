import type { Registration } from '@journal/contracts';
import { createBackoff } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';

export type AdministratorVariables = {
  readonly ADMIN_EMAIL?: string;
  readonly ADMIN_PASSWORD?: string;
  readonly ADMIN_NAME?: string;
};

export type KeptAdministrator = {
  /** Resolves once the administrator is known to be there, or where none is named; rejects until then. */
  check(): Promise<void>;
  /** Begins to make sure of it, and tries again with back-off for as long as it fails. */
  start(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
};

/** Whom the environment names, or undefined. */
function registrationOf(config: AdministratorVariables): Registration | undefined {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: fullName = 'Administrator' } = config;
  return email && password ? { email, password, fullName: fullName.trim() } : undefined;
}

/** Makes sure, once for each start, that the administrator of the environment is there. The log is told no name. */
export function keepAdministrator(
  config: AdministratorVariables,
  ensure: (registration: Registration) => Promise<void>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): KeptAdministrator {
  const registration = registrationOf(config);
  const stopping = new AbortController();
  let isThere = registration === undefined;
  let running: Promise<void> | undefined;

  async function run(administrator: Registration): Promise<void> {
    const backoff = createBackoff({ initial: 100, max: 5_000 });
    while (!stopping.signal.aborted && !isThere)
      try {
        await ensure(administrator);
        isThere = true;
        log.info('the administrator of the environment is there');
      } catch (error) {
        log.warn({ err: error }, 'the administrator of the environment is not there yet');
        await backoff.wait(stopping.signal);
      }
  }

  return {
    async check() {
      if (!isThere) throw new Error('The administrator is not there yet');
    },
    start() {
      if (registration) running ??= run(registration);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

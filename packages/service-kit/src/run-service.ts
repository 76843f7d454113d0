import process from 'node:process';
import { ConfigError } from './config/config.ts';
import type { Service } from './service.ts';

export type RunOptions = { host: string; port: number };

const stopTimeout = 9_500;

/**
 * Runs one service alone in this process until SIGTERM or SIGINT (or until the parent that opened an IPC channel is
 * gone): requests under way are finished, then everything is closed. Exit code 0 after a clean stop, 1 where it could
 * not start or stop in time.
 */
export async function runService(
  create: () => Promise<{ service: Service; listen: RunOptions }>,
): Promise<void> {
  let service: Service | undefined;
  let stopping = false;

  async function stop(code: number) {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeout).unref();
    try {
      await service?.stop();
      process.exit(code);
    } catch (error) {
      service?.app.log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  }

  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  process.once('disconnect', () => void stop(0));
  try {
    const created = await create();
    service = created.service;
    await service.start();
    await service.app.listen({ host: created.listen.host, port: created.listen.port });
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : ((error as Error).stack ?? String(error))}\n`,
    );
    await stop(1);
  }
}

import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilReady } from '../../infra/gateway/members.ts';
import { newSecrets } from '../../infra/launcher/secrets.ts';
import { type Counts, planSplit } from '../../infra/split/plan.ts';
import { superviseProcess } from '../../infra/split/supervised-process.ts';
import type { BenchContext } from '../bench.ts';

/**
 * Starts each service in its own processes, on one Postgres. Resolves with the origins of the web processes and the
 * service token.
 */
export async function startSplitSystem({ startPostgres, defer }: BenchContext, counts: Counts) {
  const folder = await mkdtemp(join(tmpdir(), 'journal-load-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const url = await startPostgres();
  const { POSTGRES_PASSWORD: _, ...secrets } = newSecrets();
  const plan = await planSplit(
    {
      ...secrets,
      DATABASE_URL: url,
      EVENT_STORE_URL: url,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      JOURNAL_NAME: 'The Forum',
      TRUSTED_PROXIES: 'loopback',
      PORT: '3000',
    },
    'http://localhost:3000',
    counts,
  );
  const planned = [...plan.command, ...plan.query, ...plan.worker, ...plan.web];
  await mkdir('.bench', { recursive: true });
  const output = openSync(join('.bench', 'load-services.log'), 'w');
  defer(async () => closeSync(output));
  const processes = planned.map((each) => superviseProcess(each, output));
  defer(async () => void (await Promise.all(processes.map((each) => each.stop()))));
  await Promise.all(planned.map((service) => untilReady(service, { check: () => undefined })));
  return { webs: plan.web.map(({ origin }) => origin), token: secrets.SERVICE_TOKEN };
}

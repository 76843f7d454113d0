import { fileURLToPath } from 'node:url';
import type { TObject } from 'typebox';
import { commandConfigSchema } from '../../services/command/src/config.ts';
import { queryConfigSchema } from '../../services/query/src/config.ts';
import { workerConfigSchema } from '../../services/worker/src/config.ts';
import { webConfigSchema } from '../../web/server/config.ts';
import type { Member } from '../gateway/members.ts';
import { freePort } from '../launcher/listen-on.ts';
import { memberAt } from './split-gateway.ts';
import type { ProcessPlan } from './supervised-process.ts';

export interface PlannedService extends ProcessPlan, Member {
  origin: string;
}

export type SplitPlan = Record<'command' | 'query' | 'worker' | 'web', PlannedService[]>;

/** Number of processes of each kind. */
export type Counts = Readonly<Record<keyof SplitPlan, number>>;
const usual: Counts = { command: 2, query: 2, worker: 2, web: 2 };

/** Variables that any program may need from the machine, apart from its configuration. */
const fromMachine = [
  ...['PATH', 'HOME', 'TZ', 'LANG'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE'],
];

/**
 * Plans two processes of each kind by default, so that one can be restarted while the other answers. Each gets a free
 * port of this machine and, of `environment`, only the variables that its own schema names.
 */
export async function planSplit(
  environment: Record<string, string>,
  publicUrl: string,
  counts: Counts = usual,
): Promise<SplitPlan> {
  const plan = async (name: string, entry: string, schema: TObject, more: Record<string, string> = {}) => {
    const port = await freePort();
    const all = { ...environment, PUBLIC_URL: publicUrl, ...more, HOST: '127.0.0.1', PORT: `${port}` };
    const origin = `http://127.0.0.1:${port}`;
    return {
      ...memberAt(name, origin),
      origin,
      entry: fileURLToPath(new URL(`../../${entry}`, import.meta.url)),
      environment: { ...pick(process.env, fromMachine), ...pick(all, Object.keys(schema.properties)) },
    };
  };
  // As in the embedded start: without a public address, session cookies have to be sent without TLS.
  const sessions = { PUBLIC_URL: environment['PUBLIC_URL'] ?? `http://localhost:${environment['PORT']}` };
  const all = (kind: keyof SplitPlan, entry: string, schema: TObject, more: Record<string, string>) => {
    const name = (index: number) => (counts[kind] === 1 ? kind : `${kind} ${index + 1}`);
    return Promise.all(
      Array.from({ length: counts[kind] }, (_, index) => plan(name(index), entry, schema, more)),
    );
  };
  const command = await all('command', 'services/command/src/main.ts', commandConfigSchema, sessions);
  const asking = { ...sessions, COMMAND_URL: origins(command) };
  const query = await all('query', 'services/query/src/main.ts', queryConfigSchema, asking);
  const upstreams = { COMMAND_URL: origins(command), QUERY_URL: origins(query) };
  const worker = await all('worker', 'services/worker/src/main.ts', workerConfigSchema, upstreams);
  const web = await all('web', 'web/server/main.ts', webConfigSchema, upstreams);
  return { command, query, worker, web };
}

/** Returns the origins, comma-separated, as configurations expect them. */
export function origins(services: readonly PlannedService[]): string {
  return services.map(({ origin }) => origin).join(',');
}

function pick(
  values: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

/** Returns a table of the processes: name, port, address of the health check. */
export function processTable(members: readonly Pick<PlannedService, 'name' | 'origin'>[]): string {
  const rows = members.map(({ name, origin }) => [name, new URL(origin).port, `${origin}/health/ready`]);
  const width = Math.max(...members.map(({ name }) => name.length), 'process'.length);
  return [['process', 'port', 'health'], ...rows]
    .map(([name = '', port = '', health]) => `  ${name.padEnd(width)}  ${port.padEnd(5)}  ${health}`)
    .join('\n');
}

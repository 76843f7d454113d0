import { createMemoryVault } from '@journal/events';
import { createMetrics, createServer } from '@journal/service-kit';
import { createKeyedHash, type KeyedHash } from '@journal/vault';
import type { Counter, LimitKind } from '../http/limits.ts';
import { createLimits } from '../http/limits.ts';

type AskOptions = { from?: string; forwardedFor?: string; account?: string; kind?: LimitKind };

/** A server with nothing on it but routes that are limited, behind a proxy at 127.0.0.1. */
export function createLimitedApp(counter: Counter, hash: KeyedHash = createKeyedHash(createMemoryVault())) {
  const limits = createLimits(counter, hash);
  const app = createServer({
    name: 'spec',
    logLevel: 'silent',
    metrics: createMetrics('spec'),
    checks: {},
    trustedProxies: 'loopback',
  });
  app.post('/:kind/:account?', async (request) => {
    const { kind, account } = request.params as { kind: LimitKind; account?: string };
    await limits.take(request, kind, account || undefined);
    return null;
  });
  const ask = ({ from = '127.0.0.1', forwardedFor, account = '', kind = 'login' }: AskOptions = {}) =>
    app.inject({
      method: 'POST',
      url: `/${kind}/${account}`,
      remoteAddress: from,
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    });
  return {
    ask,
    /** The status of each of `times` requests, one after the other. */
    async askTimes(times: number, options: AskOptions = {}): Promise<number[]> {
      const statuses: number[] = [];
      for (let time = 0; time < times; time++) statuses.push((await ask(options)).statusCode);
      return statuses;
    },
  };
}

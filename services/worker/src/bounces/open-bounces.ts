import type { ApiClient } from '@journal/contracts';
import { createSubscriptionLinks } from '@journal/events';
import { createDeliveries } from '@journal/read-models/delivery';
import type { KeyedHash } from '@journal/vault';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { WorkerConfig } from '../config.ts';
import { createBounceAddresses } from './bounce-address.ts';
import { createBounceListener } from './bounce-listener.ts';

/** Returns the bounce addresses of copies and the mail server that receives bounces; undefined if not configured. */
export function openBounces(
  { BOUNCE_ADDRESS: base, BOUNCE_PORT: port }: Pick<WorkerConfig, 'BOUNCE_ADDRESS' | 'BOUNCE_PORT'>,
  parts: {
    readonly command: Pick<ApiClient, 'request'>;
    readonly deliveryPool: pg.Pool;
    readonly keyedHash: KeyedHash;
    readonly log: Pick<FastifyBaseLogger, 'warn'>;
  },
) {
  if (base === undefined || port === undefined) return undefined;
  const { command, deliveryPool, keyedHash, log } = parts;
  const addresses = createBounceAddresses(base, keyedHash);
  const listener = createBounceListener({
    ...{ addresses, command, log },
    deliveries: createDeliveries(deliveryPool),
    links: createSubscriptionLinks(keyedHash),
  });
  return { addresses, listener, port };
}

import { createHmac, randomBytes } from 'node:crypto';
import { networkOf, ProblemError } from '@journal/service-kit';
import type { KeyedHash } from '@journal/vault';
import type { FastifyRequest } from 'fastify';
import type { Counter, LimitKind } from './counter.ts';

export type Limits = {
  /**
   * Counts this request for the network that it comes from and, where one is named, for the account (an id or a
   * normalised address). Rejects with `too-many-requests` where either has asked too often.
   */
  take(request: FastifyRequest, kind: LimitKind, account?: string): Promise<void>;
};

/**
 * Limits whose counter never hears an address or an account, only what `hash` makes of them; while that can't be had,
 * what a hash of this process alone does.
 */
export function createLimits(counter: Counter, hash: KeyedHash): Limits {
  const secret = randomBytes(32);
  const ownHash = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

  async function take(kind: LimitKind, what: 'network' | 'account', value: string): Promise<void> {
    const key = await hash('limit', what, value).catch(() => ownHash(what, value));
    const milliseconds = await counter.take(kind, key);
    if (milliseconds > 0) {
      const seconds = `${Math.ceil(milliseconds / 1_000)}`;
      throw new ProblemError('too-many-requests', { headers: { 'retry-after': seconds } });
    }
  }
  return {
    async take(request, kind, account) {
      await take(kind, 'network', networkOf(request.ip));
      if (account !== undefined) await take(kind, 'account', account);
    },
  };
}

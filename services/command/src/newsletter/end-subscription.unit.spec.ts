import { SubjectForgotten, subscriberSubject } from '@journal/events';
import { createKeyedHash } from '@journal/vault';
import { describe, expect, it } from 'vitest';
import { createNewsletterSide } from '../testing/command-side.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { randomIds } from '../writing/request-context.ts';
import { endSubscriptionByHash } from './subscription.handlers.ts';

const email = 'reader@example.org';
const context = {
  actor: { id: 'spec', role: 'system' },
  requestId: 'spec',
  ids: randomIds(),
} as const;

async function sideToForgetOn() {
  const side = await createNewsletterSide();
  const hash = await createKeyedHash(side.vault)('email', email);
  const end = () => endSubscriptionByHash({ log: createJournalLog(side), vault: side.vault }, hash, context);
  const isForgotten = (subscriber: { subscriberId: string }) =>
    expect(side.vault.keysForSealing([subscriberSubject(subscriber)])).rejects.toThrow(SubjectForgotten);
  return { ...side, end, isForgotten };
}

describe('erasing the user of an address', () => {
  it('ends its subscription, without the address, idempotently', async () => {
    const side = await sideToForgetOn();
    await side.subscribe(email);
    const mailed = await side.mailed();
    await side.confirm(mailed.confirmation);
    await side.end();
    await side.end();
    expect(side.newsletterEvents().slice(2)).toEqual(['SubscriptionEnded']);
    await side.isForgotten(mailed);
  });

  it('ends an unconfirmed one, and erases earlier ones', async () => {
    const side = await sideToForgetOn();
    await side.subscribe(email);
    const first = await side.mailed();
    const { forget } = side.vault;
    side.vault.forget = () => Promise.reject(new Error('away'));
    await side.unsubscribe(first.unsubscribe);
    side.vault.forget = forget;
    await side.subscribe(email);
    const second = await side.mailed();
    await side.end();
    await side.isForgotten(first);
    await side.isForgotten(second);
  });

  it('does nothing without a subscription', async () => {
    const side = await sideToForgetOn();
    await side.end();
    expect(side.log).toEqual([]);
  });
});

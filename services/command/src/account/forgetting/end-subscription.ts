import { RevisionConflict } from '@journal/event-store';
import { newsletterStream, subscriberSubject } from '@journal/events';
import type { RequestContext } from '../../writing/request-context.ts';
import type { AccountParts } from '../account.parts.ts';

/** Ends the newsletter subscription of an address, if there is one, and erases the address from all there have been. */
export async function endSubscription(
  { log, vault, hash }: Pick<AccountParts, 'log' | 'vault' | 'hash'>,
  email: string,
  context: RequestContext,
): Promise<void> {
  const stream = newsletterStream(await hash('newsletter', email));
  for (;;) {
    const history = await log.read(stream);
    const last = history.at(-1);
    if (last === undefined) return;
    try {
      if (last.type !== 'SubscriptionEnded' && 'subscriberId' in last.data) {
        const { subscriberId } = last.data;
        const event = { type: 'SubscriptionEnded', data: { subscriberId } } as const;
        await log.append(stream, [{ id: context.ids(`end ${stream}`), event }], last.revision, context);
      }
      for (const { data } of history)
        if ('subscriberId' in data)
          await vault.forget(subscriberSubject({ subscriberId: data.subscriberId }));
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}

import { type Actor, type accessEvents, accessStream, type NewEventOf } from '@journal/events';
import type { JournalLog } from '../../writing/journal-log.ts';
import type { RequestContext } from '../../writing/request-context.ts';

type AccessEvent = NewEventOf<typeof accessEvents>;

/**
 * Writes down how an account was used, or that somebody tried to use one. One append, whoever it is about; throws
 * where it can't be written, so that nothing happens that stands nowhere.
 */
export async function recordAccess(
  log: Pick<JournalLog, 'append'>,
  event: AccessEvent,
  context: Pick<RequestContext, 'requestId' | 'ids'> & { readonly actor: Actor },
): Promise<{ readonly position: string }> {
  const stream = accessStream(event.data.userId);
  return log.append(stream, [{ id: context.ids('access'), event }], 'any', context);
}

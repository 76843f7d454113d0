import { useQueryClient } from '@tanstack/react-query';
import type { ApiAnswer } from '../../data/api.ts';
import { sessionQuery } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';

/** By user and name. */
const interrupted = new Map<string, string>();

/**
 * A text that was being typed when the session ended, and the page with it. Only the same user finds it again, in the
 * same tab. `name`: id of the comment that it replies to, or another name of its own.
 */
export function useInterruptedText(name: string) {
  const client = useQueryClient();
  const userId = useSession()?.id;
  const key = `${userId} ${name}`;
  return {
    note: interrupted.get(key),
    /** Keeps what is typed if the user's session has ended, and forgets it otherwise. */
    close(note: string) {
      const session = client.getQueryData<ApiAnswer>([sessionQuery.path]);
      const hasEnded = session !== undefined && sessionQuery.select(session)?.id !== userId;
      if (hasEnded && note) interrupted.set(key, note);
      else interrupted.delete(key);
    },
  };
}

import { positionHeader } from '@journal/contracts';
import type { Newsroom } from './newsroom.ts';

/**
 * Resolves when readers see everything that is in the log, or once the read side has had the time that it takes at
 * most for one read: after a crash, what was acknowledged may not have been projected yet.
 */
export async function untilReadable(newsroom: Newsroom): Promise<void> {
  const position = await newsroom.head();
  if (position === undefined) return;
  await newsroom.send({ method: 'GET', path: '/api/stats', headers: { [positionHeader]: position } });
}

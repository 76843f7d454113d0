import { setImmediate } from 'node:timers/promises';

/**
 * Resolves in the next turn of the event loop, once due timers have fired and waiting data has been read: a process that
 * was suspended has then noticed the connections that it lost meanwhile. The first immediate can still belong to the
 * turn in which the process was suspended.
 */
export async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

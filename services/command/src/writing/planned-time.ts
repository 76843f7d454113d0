import { maxPlanned } from '@journal/contracts';
import { invalidField } from '@journal/service-kit';

/** Returns a planned time in UTC. Throws if it has passed or is more than two years away; `path`: path of its field. */
export function plannedTimeOf(path: string, text: string, now: Date): string {
  const ahead = Date.parse(text) - now.getTime();
  if (!(ahead > 0)) throw invalidField(path, 'This time has passed');
  if (ahead > maxPlanned) throw invalidField(path, 'This time is more than two years away');
  return new Date(text).toISOString();
}

/** Whether a planned time has arrived. */
export const isDue = (time: string | null | undefined, now: Date): boolean =>
  typeof time === 'string' && Date.parse(time) <= now.getTime();

import { maxPlanned } from '@journal/contracts';
import { invalidField } from '@journal/service-kit';

/** Returns a planned time in UTC. Throws where it is over, or more than two years away; `path`: of the field that has it. */
export function plannedTimeOf(path: string, text: string, now: Date): string {
  const ahead = Date.parse(text) - now.getTime();
  if (!(ahead > 0)) throw invalidField(path, 'This time has passed');
  if (ahead > maxPlanned) throw invalidField(path, 'This time is more than two years away');
  return new Date(text).toISOString();
}

/** Whether a planned time has come. */
export const isDue = (time: string | null | undefined, now: Date): boolean =>
  typeof time === 'string' && Date.parse(time) <= now.getTime();

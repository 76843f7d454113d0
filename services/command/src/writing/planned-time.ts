import { maxPlanned } from '@journal/contracts';
import { invalidField } from '@journal/service-kit';

const hasPassed = 'This time has passed';

/**
 * Returns a planned time in UTC, and a check that throws if it has passed or is more than two years away. `path`: path
 * of its field.
 */
export function plannedTimeOf(path: string, text: string, now: () => Date) {
  const time = timeOf(path, text, hasPassed);
  const check = () => {
    const ahead = Date.parse(time) - now().getTime();
    if (ahead <= 0) throw invalidField(path, hasPassed);
    if (ahead > maxPlanned) throw invalidField(path, 'This time is more than two years away');
  };
  return { time, check };
}

/** Returns a time in UTC. Throws with this message for one that no clock here shows, such as a leap second. */
export function timeOf(path: string, text: string, message: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidField(path, message);
  return new Date(time).toISOString();
}

/** Whether a planned time has arrived. */
export const isDue = (time: string | null | undefined, now: Date): boolean =>
  typeof time === 'string' && Date.parse(time) <= now.getTime();

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const day = 86_400_000;
const dayOf = (moment: Date) => Math.floor(moment.getTime() / day);

/** Returns how long ago a day was: `today`, `yesterday`, `3 days ago`. Days are in UTC. */
export function daysAgo(moment: string, now = new Date()): string {
  return relative.format(Math.min(0, dayOf(new Date(moment)) - dayOf(now)), 'day');
}

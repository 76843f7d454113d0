const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** The day in long US format (`November 21, 2026`), the same in every zone: days are those of UTC. */
export function longDate(moment: string | Date): string {
  return long.format(new Date(moment));
}

/** The day as the server writes it on cards, before the reader's own format is known. */
export function neutralDate(moment: string): string {
  return medium.format(new Date(moment));
}

/** The day (of UTC) in the format of the reader's own locale. */
export function localDate(moment: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(moment),
  );
}

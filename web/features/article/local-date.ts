const medium = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns the day (of UTC) in the format of the reader's own locale. */
export function localDate(moment: string): string {
  return medium.format(new Date(moment));
}

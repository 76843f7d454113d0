const medium = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns the day (in UTC) in the format of the reader's locale. */
export function localDate(moment: string): string {
  return medium.format(new Date(moment));
}

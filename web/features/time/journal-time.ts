import { maxPlanned } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';

/** Returns the journal's IANA time zone, regardless of the browser's. */
export const useJournalZone = (): string => usePageContext().site.timeZone;

/** Returns the local time of an instant in a zone, in the format of inputs: `2026-03-29T03:30`. */
export function clockAt(instant: string | number, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  return new Date(instant).toLocaleString('sv', options).replace(' ', 'T');
}

const minute = 60_000;
const day = 24 * 60 * minute;
const asIfUtc = (clock: string) => Date.parse(`${clock}:00Z`);

/**
 * Returns the instants at which clocks in a zone show a time: none if they skip it, two in order if it occurs twice.
 */
export function instantsAt(clock: string, zone: string): readonly string[] {
  const middle = asIfUtc(clock);
  if (Number.isNaN(middle)) return [];
  const offsets = [middle - day, middle + day].map((near) => asIfUtc(clockAt(near, zone)) - near);
  return [...new Set(offsets)]
    .map((offset) => middle - offset)
    .filter((instant) => clockAt(instant, zone) === clock)
    .sort((one, other) => one - other)
    .map((instant) => new Date(instant).toISOString());
}

/** Returns the instant of a local time in a zone, the first if there are two, or undefined if there is none. */
export const instantOf = (clock: string, zone: string): string | undefined => instantsAt(clock, zone)[0];

/** Returns the last second of a day (`2026-03-29`) in a zone; in UTC if the zone's clocks skip it. */
export const endOfDay = (date: string, zone: string): string =>
  (instantsAt(`${date}T23:59`, zone).at(-1) ?? `${date}T23:59:00.000Z`).replace(':00.000Z', ':59.000Z');

/** Returns why a typed time can't be planned, or undefined if it can. */
export function timeError(clock: string, zone: string, now: number): string | undefined {
  if (clock === '') return 'Choose a date and a time';
  const instant = instantOf(clock, zone);
  if (instant === undefined) return 'The clocks skip this time on this day. Choose another one';
  const ahead = Date.parse(instant) - now;
  if (ahead <= 0) return 'This time has passed';
  return ahead > maxPlanned ? 'This time is more than two years away' : undefined;
}

/** Returns a note that a typed time occurs twice, or an empty text if it doesn't. */
export const timeHint = (clock: string, zone: string): string =>
  instantsAt(clock, zone).length > 1 ? 'This time occurs twice on this day. The first one is used.' : '';

/** Returns the name of a zone for use in sentences. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** Returns English names of a date's parts, to be assembled here because browsers differ in their formats. */
function partsOf(instant: string, zone: string, length: 'long' | 'short'): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: length,
    month: length,
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
}

/** `Mon 30 Mar 2026, 08:00` */
export function shortTime(instant: string, zone: string): string {
  const { weekday, day, month, year, hour, minute } = partsOf(instant, zone, 'short');
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute}`;
}

/** `Mar 30, 2026` */
export function shortDay(instant: string, zone: string): string {
  const { month, day, year } = partsOf(instant, zone, 'short');
  return `${month} ${day}, ${year}`;
}

/** `Monday, March 30, at 08:00 (Europe/Berlin)`, with the year if it isn't the current one. */
export function longTime(instant: string, zone: string, now = new Date()): string {
  const { year, hour, minute } = partsOf(instant, zone, 'long');
  const isOfThisYear = year === partsOf(now.toISOString(), zone, 'long')['year'];
  const date = `${longDay(instant, zone)}${isOfThisYear ? '' : `, ${year}`}`;
  return `${date}, at ${hour}:${minute} (${zoneName(zone)})`;
}

/** `Monday, March 30` */
export function longDay(instant: string, zone: string): string {
  const { weekday, month, day } = partsOf(instant, zone, 'long');
  return `${weekday}, ${month} ${day}`;
}

import { expect, it } from 'vitest';
import {
  clockAt,
  endOfDay,
  instantOf,
  instantsAt,
  longTime,
  shortDay,
  shortTime,
  timeError,
  timeHint,
} from './journal-time.ts';

it.each([
  ['UTC', '2026-03-29T02:30', ['2026-03-29T02:30:00.000Z']],
  ['Europe/Berlin', '2026-01-15T08:00', ['2026-01-15T07:00:00.000Z']],
  ['Europe/Berlin', '2026-07-15T08:00', ['2026-07-15T06:00:00.000Z']],
  // Clocks go from 02:00 to 03:00.
  ['Europe/Berlin', '2026-03-29T01:59', ['2026-03-29T00:59:00.000Z']],
  ['Europe/Berlin', '2026-03-29T02:00', []],
  ['Europe/Berlin', '2026-03-29T02:59', []],
  ['Europe/Berlin', '2026-03-29T03:00', ['2026-03-29T01:00:00.000Z']],
  // Clocks go back from 03:00 to 02:00.
  ['Europe/Berlin', '2026-10-25T01:59', ['2026-10-24T23:59:00.000Z']],
  ['Europe/Berlin', '2026-10-25T02:00', ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']],
  ['Europe/Berlin', '2026-10-25T02:59', ['2026-10-25T00:59:00.000Z', '2026-10-25T01:59:00.000Z']],
  ['Europe/Berlin', '2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
  ['America/New_York', '2026-03-08T02:30', []],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  // Clocks change by half an hour only.
  ['Australia/Lord_Howe', '2026-10-04T02:15', []],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  // Clocks change at midnight.
  ['Asia/Beirut', '2026-03-29T00:30', []],
  ['Asia/Kathmandu', '2026-03-29T08:00', ['2026-03-29T02:15:00.000Z']],
  ['Pacific/Kiritimati', '2026-01-01T00:00', ['2025-12-31T10:00:00.000Z']],
  ['Pacific/Pago_Pago', '2025-12-31T23:59', ['2026-01-01T10:59:00.000Z']],
  // The day that Samoa skipped.
  ['Pacific/Apia', '2011-12-30T12:00', []],
  ['Europe/Berlin', '2028-02-29T12:00', ['2028-02-29T11:00:00.000Z']],
  ['Europe/Berlin', '2026-02-29T12:00', []],
  ['Europe/Berlin', '2026-13-01T12:00', []],
  ['Europe/Berlin', '2026-01-01T24:00', []],
  ['Europe/Berlin', 'tomorrow', []],
  ['Europe/Berlin', '', []],
])('in %s, %s is at the instants %j', (zone, clock, expected) => {
  expect(instantsAt(clock, zone)).toEqual(expected);
  for (const instant of expected) expect(clockAt(instant, zone)).toBe(clock);
});

it('a time that clocks repeat means its first occurrence, and gets a hint', () => {
  expect(instantOf('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(timeHint('2026-10-25T02:30', 'Europe/Berlin')).toMatch('occurs twice');
  expect(timeHint('2026-10-25T03:30', 'Europe/Berlin')).toBe('');
  expect(timeHint('', 'Europe/Berlin')).toBe('');
});

const now = Date.parse('2026-03-01T12:00:00Z');
it.each([
  ['2026-03-01T13:01', undefined],
  ['2026-03-01T13:00', 'This time has passed'],
  ['2026-02-28T23:00', 'This time has passed'],
  ['2026-03-29T02:30', 'The clocks skip this time on this day. Choose another one'],
  ['2028-03-04T13:01', 'This time is more than two years away'],
  ['', 'Choose a date and a time'],
])('the time %s gets the error: %s', (clock, fault) => {
  expect(timeError(clock, 'Europe/Berlin', now)).toBe(fault);
});

it('a day ends one second before midnight, even if clocks change', () => {
  expect(endOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T21:59:59.000Z');
  expect(endOfDay('2026-03-28', 'America/New_York')).toBe('2026-03-29T03:59:59.000Z');
  // Clocks go back from midnight to 23:00.
  expect(endOfDay('2026-10-24', 'Asia/Beirut')).toBe('2026-10-24T21:59:59.000Z');
  expect(endOfDay('2026-10-29', 'Africa/Cairo')).toBe('2026-10-29T21:59:59.000Z');
  expect(endOfDay('2026-03-28', 'UTC')).toBe('2026-03-28T23:59:59.000Z');
});

it('times are formatted in the given time zone', () => {
  const instant = '2026-03-29T22:05:00.000Z';
  expect(shortTime(instant, 'Europe/Berlin')).toBe('Mon 30 Mar 2026, 00:05');
  expect(shortDay(instant, 'Europe/Berlin')).toBe('Mar 30, 2026');
  const at = (day: string) => longTime(instant, 'America/New_York', new Date(day));
  expect(at('2026-01-01T12:00:00Z')).toBe('Sunday, March 29, at 18:05 (America/New York)');
  expect(at('2025-06-01T12:00:00Z')).toBe('Sunday, March 29, 2026, at 18:05 (America/New York)');
});

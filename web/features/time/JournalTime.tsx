import { useEffect, useState } from 'react';
import { shortDay, shortTime, useJournalZone, zoneName } from './journal-time.ts';

/** A time in the journal's time zone, to the minute. */
export function JournalTime({ at }: { at: string }) {
  return <time dateTime={at}>{shortTime(at, useJournalZone())}</time>;
}

/** A day in the journal's time zone. */
export function JournalDay({ at }: { at: string }) {
  return <time dateTime={at}>{shortDay(at, useJournalZone())}</time>;
}

type PlannedProps = {
  at: string;
  withZone?: boolean;
  /** Labels before the time: while it is planned, and once it is overdue. */
  labels?: readonly [planned: string, overdue: string];
};

/** The time for which something is planned; from one minute later, shown as overdue. */
export function Planned({ at, withZone, labels = ['Planned for ', 'Overdue since '] }: PlannedProps) {
  const zone = useJournalZone();
  const isOverdue = useIsPast(Date.parse(at) + 60_000);
  return (
    <span className="planned" data-overdue={isOverdue ? '' : undefined}>
      {labels[isOverdue ? 1 : 0]}
      <JournalTime at={at} />
      {withZone ? ` (${zoneName(zone)})` : null}
    </span>
  );
}

/** Longest delay that browsers support, in milliseconds. */
const maxTimerDelay = 2 ** 31 - 1;

/** Returns whether a time has passed, and updates at that moment; false on the server. */
function useIsPast(time: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const left = time - Date.now();
    setPast(left <= 0);
    if (left <= 0 || left > maxTimerDelay) return;
    const timer = setTimeout(() => setPast(true), left);
    return () => clearTimeout(timer);
  }, [time]);
  return isPast;
}

import { useEffect, useState } from 'react';
import { shortDay, shortTime, useJournalZone, zoneName } from './journal-time.ts';

/** A minute on the journal's clock. */
export function JournalTime({ at }: { at: string }) {
  return <time dateTime={at}>{shortTime(at, useJournalZone())}</time>;
}

/** A day of the journal's calendar. */
export function JournalDay({ at }: { at: string }) {
  return <time dateTime={at}>{shortDay(at, useJournalZone())}</time>;
}

type PlannedProps = {
  at: string;
  withZone?: boolean;
  /** What stands before the time, and once that is over. */
  words?: readonly [planned: string, overdue: string];
};

/** For when something is planned; once it is a minute late, since when it is overdue. */
export function Planned({ at, withZone, words = ['Planned for ', 'Overdue since '] }: PlannedProps) {
  const zone = useJournalZone();
  const isOverdue = useIsPast(Date.parse(at) + 60_000);
  return (
    <span className="planned" data-overdue={isOverdue ? '' : undefined}>
      {words[isOverdue ? 1 : 0]}
      <JournalTime at={at} />
      {withZone ? ` (${zoneName(zone)})` : null}
    </span>
  );
}

/** The most milliseconds that browsers wait for. */
const longestWait = 2 ** 31 - 1;

/** Returns whether a time is over, at that moment too; false on the server. */
function useIsPast(time: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const left = time - Date.now();
    setPast(left <= 0);
    if (left <= 0 || left > longestWait) return;
    const timer = setTimeout(() => setPast(true), left);
    return () => clearTimeout(timer);
  }, [time]);
  return isPast;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });

/** When something happened, to the second; the same in every zone, so that people who compare it see the same. */
export function Moment({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} className="moment">
      {day.format(moment)} <span className="moment-time">{time.format(moment)} UTC</span>
    </time>
  );
}

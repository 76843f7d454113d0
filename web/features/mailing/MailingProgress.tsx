import type { Mailing } from '@journal/contracts';
import { useHydrated } from 'vike-react/useHydrated';
import { countsOf, durationText, finishedOf, isStalled, outcomeLabels } from './mailing-texts.ts';

/** Progress of a mailing: a bar, the rate, the time left, and the outcomes of the copies. */
export function MailingProgress({ mailing }: { mailing: Mailing }) {
  const { recipients, deliveries, returned, perMinute, secondsLeft } = mailing;
  const isHydrated = useHydrated();
  if (recipients === null) return null;
  const settled = finishedOf(deliveries);
  const counts = countsOf(mailing);
  return (
    <div className="mailing-progress">
      <progress aria-label="Progress of the mailing" max={Math.max(recipients, 1)} value={settled} />
      <p className="mailing-figures">
        <span>
          {settled.toLocaleString('en-US')} of {recipients.toLocaleString('en-US')}
        </span>
        {secondsLeft === null ? null : (
          <>
            <span>{perMinute} a minute</span>
            <span>{durationText(secondsLeft)} left</span>
          </>
        )}
      </p>
      {isHydrated && isStalled(mailing, Date.now()) ? (
        <p>
          Nothing has gone out for a minute: another mailing may be ahead, or the mail server may not be
          responding. The journal keeps trying, and pauses the mailing if the server stays unavailable. Nobody
          is left out.
        </p>
      ) : null}
      <ul className="mailing-list">
        {outcomeLabels.map(([name, label]) =>
          counts[name] > 0 ? (
            <li key={name}>
              {counts[name].toLocaleString('en-US')} {label}
            </li>
          ) : null,
        )}
      </ul>
      {returned > 0 || deliveries.refused > 0 ? (
        <p>
          The journal stops sending to an address that does not exist, or that rejects three issues in a row,
          for example because its mailbox is full. Its owner can subscribe and confirm again.
        </p>
      ) : null}
    </div>
  );
}

import type { Mailing } from '@journal/contracts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { JournalTime } from '../time/JournalTime.tsx';
import { canSendAgain, people } from './mailing-texts.ts';
import { useMailingStep } from './use-mailing-step.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** Recipients whose delivery is uncertain, with the reason, and an action to send them another copy. */
export function UncertainDeliveries({ mailing }: { mailing: Mailing }) {
  const { id, status, uncertain, deliveries } = mailing;
  const take = useMailingStep(id, mailing.steps[0]?.revision);
  const count = deliveries.uncertain;
  if (count === 0) return null;
  return (
    <section className="ruled-part" aria-labelledby="uncertain">
      <h2 id="uncertain">Uncertain: {people(count)}</h2>
      <p>
        The connection broke or the journal was stopped after the mail was handed over and before the mail
        server confirmed it; or the journal was restored from an earlier backup. They may or may not have
        received it. The journal never sends to them again automatically.
      </p>
      {uncertain.length === 0 ? (
        <p>Who they are is no longer recorded.</p>
      ) : (
        <ul className="mailing-list">
          {uncertain.map(({ at, smtpCode, email }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: whoever is not named has nothing else
            <li key={index}>
              <bdi>{email ?? 'A reader'}</bdi>, <JournalTime at={at} />
              {smtpCode === null ? '' : `; the server said ${smtpCode}`}
            </li>
          ))}
          {count > uncertain.length ? <li>and {people(count - uncertain.length)} more</li> : null}
        </ul>
      )}
      {canSendAgain(mailing) ? (
        <p className="mailing-steps">
          <DialogButton
            className="button"
            name="Send Again…"
            load={loadConfirm}
            given={() => ({
              title: `Send it again to ${people(count)}?`,
              text: `Anyone who already has it gets it twice; their mail program may show it only once, because it is the same mail.${status === 'paused' ? ' The mailing also continues for everybody else.' : ''}`,
              action: 'Send Again',
              onConfirm: () => take('repeat'),
            })}
          />
        </p>
      ) : null}
    </section>
  );
}

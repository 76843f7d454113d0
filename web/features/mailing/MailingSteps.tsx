import type { Issue, Mailing } from '@journal/contracts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { issueName } from '../issue/issue-names.ts';
import { audienceName, people, receivedText } from './mailing-texts.ts';
import { useMailingStep } from './use-mailing-step.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** Starts, pauses, resumes and cancels a mailing, as far as each is possible. */
export function MailingSteps({ issue, mailing }: { issue: Issue; mailing: Mailing }) {
  const { id, status, expected, audience, recipients } = mailing;
  const take = useMailingStep(id, mailing.steps[0]?.revision);
  if (status === 'completed' || status === 'cancelled') return null;
  const isPublished = issue.status === 'published';
  const isEmpty = status === 'prepared' && expected === 0;
  return (
    <>
      {isPublished ? null : (
        <p className="field-hint">Publish the issue first: the mail links to its page and shows its cover.</p>
      )}
      {isEmpty ? (
        <p className="field-hint">Nobody would get it. Choose others, or wait for subscribers.</p>
      ) : null}
      <p className="mailing-steps">
        {status === 'prepared' && isPublished && !isEmpty ? (
          <DialogButton
            className="button button-solid"
            name="Start…"
            load={loadConfirm}
            given={() => ({
              title: `Mail ${issueName(issue)} to ${people(expected ?? 0)}?`,
              text: `It goes to ${audienceName(audience)}, with the issue as it is now. Mail that has gone out can’t be recalled. It continues if you close this page; here you can pause it, or cancel it for everybody who does not have it yet.`,
              action: `Send to ${people(expected ?? 0)}`,
              onConfirm: () => take('start'),
            })}
          />
        ) : null}
        {status === 'freezing' || status === 'sending' ? (
          <button type="button" className="button button-solid" onClick={() => take('pause')}>
            Pause
          </button>
        ) : null}
        {status === 'paused' && isPublished ? (
          // In the place of Pause, which two editors may press at the same time.
          <DialogButton
            className="button button-solid"
            name="Resume…"
            load={loadConfirm}
            given={() => ({
              title: 'Resume this mailing?',
              text: 'It goes out to everybody who does not have it yet.',
              action: 'Resume',
              onConfirm: () => take('resume'),
            })}
          />
        ) : null}
        <DialogButton
          className="button button-danger"
          name="Cancel Mailing…"
          load={loadConfirm}
          given={() => ({
            title: 'Cancel this mailing?',
            text:
              recipients === null
                ? 'Nobody has received it, and nobody will. You can prepare another one.'
                : `${receivedText(mailing)} Nobody else will; another mailing would start again with everybody.`,
            action: 'Cancel Mailing',
            cancel: 'Back',
            className: 'button-danger',
            onConfirm: () => take('cancel'),
          })}
        />
      </p>
    </>
  );
}

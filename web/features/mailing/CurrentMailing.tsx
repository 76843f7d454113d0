import { eventDescriptions, type Issue, type Mailing, type MailingStep } from '@journal/contracts';
import { actorName } from '../history/history-texts.tsx';
import { JournalTime } from '../time/JournalTime.tsx';
import { MailingProgress } from './MailingProgress.tsx';
import { MailingSteps } from './MailingSteps.tsx';
import {
  areCopiesRecorded,
  audienceName,
  countsOf,
  pauseTexts,
  people,
  receivedText,
  statusLabels,
  troubleReasons,
} from './mailing-texts.ts';
import { TestMailing } from './TestMailing.tsx';
import { UncertainDeliveries } from './UncertainDeliveries.tsx';

/** The current state of a mailing, the possible actions, and its history. */
export function CurrentMailing({ issue, mailing }: { issue: Issue; mailing: Mailing }) {
  const { audience, status } = mailing;
  return (
    <>
      <section className="ruled-part" aria-labelledby="now">
        <h2 id="now">To {audienceName(audience)}</h2>
        <p role="status">
          <span className="label" data-status={status}>
            {statusLabels[status]}
          </span>
        </p>
        <p>{statusTextOf(mailing)}</p>
        {mailing.startedAt !== null && areCopiesRecorded(mailing) ? (
          <MailingProgress mailing={mailing} />
        ) : null}
        {status === 'prepared' ? <TestMailing mailing={mailing} /> : null}
        <MailingSteps issue={issue} mailing={mailing} />
      </section>
      <UncertainDeliveries mailing={mailing} />
      <section className="ruled-part" aria-labelledby="steps">
        <h2 id="steps">Who did what</h2>
        <ol className="mailing-list" reversed>
          {mailing.steps.map(({ revision, event, at, actor, reason }) => (
            <li key={revision}>
              {stepTexts[event] ?? event}
              {reason === null || reason === 'editor' ? '' : `, as ${troubleReasons[reason]}`}:{' '}
              <bdi>{actorOf({ event, actor, reason })}</bdi>, <JournalTime at={at} />
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

/**
 * Returns who took a step. Steps recorded by the worker count as the journal's own, although their actor is a program.
 */
function actorOf({ event, actor, reason }: Pick<MailingStep, 'event' | 'actor' | 'reason'>): string {
  const isAutomatic = event === 'MailingPaused' ? reason !== 'editor' : automaticEvents.has(event);
  return isAutomatic ? 'The journal itself' : actorName(actor);
}

const automaticEvents: ReadonlySet<string> = new Set(['MailingFrozen', 'MailingCompleted']);

const stepTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(eventDescriptions).flatMap(([type, texts]) =>
    'history' in texts ? [[type, texts.history]] : [],
  ),
);

function statusTextOf(mailing: Mailing): string {
  const { status, reason, expected, recipients } = mailing;
  const { accepted } = countsOf(mailing);
  switch (status) {
    case 'prepared':
      return `It would go to ${people(expected ?? 0)}. Nothing is sent yet.`;
    case 'freezing':
      return 'The journal is recording what will be sent, and to whom. Nobody has received it yet. You can close this page: this continues on its own.';
    case 'sending':
      return 'You can close this page: the journal continues on its own. Changes to the issue’s texts, names and pieces still reach the mail that has not gone out.';
    case 'paused':
      return `${reason ? pauseTexts[reason] : ''} Mail already on its way still arrives; nobody else gets it for now.`;
    case 'completed':
      return `Done: sent to ${accepted} of ${people(recipients ?? 0)}.`;
    case 'cancelled':
      return recipients === null
        ? 'Nobody received it, and nobody will.'
        : `${receivedText(mailing)} Nobody else will.`;
    default:
      return status satisfies never;
  }
}

import { undoPeriod } from '@journal/contracts';
import type { RecordedEvent } from '@journal/event-store';
import { type JournalEventOf, type OpenedEvent, submissionStream } from '@journal/events';
import Type from 'typebox';
import { type PitchOutcome, pitchMessage } from '../mail/messages.ts';
import { handles, type JobHandler, type JobKind } from './job-kind.ts';
import { addressOf, type MailJobParts, sendToUser } from './mail-jobs.ts';

export const mailPitch = {
  name: 'mail-pitch',
  data: Type.Object(
    { userId: Type.String(), submissionId: Type.String(), eventId: Type.String() },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/** The events of a pitch that its writer is told of by mail. */
export const mailedPitchEvents = ['SubmissionPitched', 'SubmissionPublished', 'SubmissionDeleted'] as const;
type MailedPitchEvent = OpenedEvent<JournalEventOf<(typeof mailedPitchEvents)[number]>>;

/** Returns the job that tells the writer of an event, once however often it is added; of a deletion a minute later. */
export function pitchMailJob({ id: eventId, type, data, metadata }: MailedPitchEvent) {
  const { userId, submissionId } = data;
  const due = type === 'SubmissionDeleted' ? Date.parse(metadata.at) + undoPeriod : 0;
  return {
    key: eventId,
    requestId: metadata.requestId,
    delay: Math.max(0, due - Date.now()),
    data: { userId, submissionId, eventId },
  };
}

/**
 * Tells the writer that a pitch has arrived, is published, or was not taken up. Succeeds without a mail where the pitch
 * was withdrawn, the deletion does not stand any more, or the writer was forgotten.
 */
export function mailsPitch(parts: MailJobParts): JobHandler {
  return handles(mailPitch, async ({ userId, submissionId, eventId }, { signal }) => {
    const outcome = await outcomeOf(submissionId, eventId, parts);
    const to = outcome && (await addressOf(userId, parts));
    if (!outcome || to === undefined) return;
    const message = pitchMessage(parts.journal, { userId, to, outcome });
    await sendToUser(parts, message, signal);
  });
}

/** Resolves with what an event has meant for its pitch; undefined where it does not stand any more. */
async function outcomeOf(
  submissionId: string,
  eventId: string,
  { store, codec }: MailJobParts,
): Promise<PitchOutcome | undefined> {
  let told: RecordedEvent | undefined;
  for await (const recorded of store.read(submissionStream(submissionId))) {
    if (recorded.id === eventId) told = recorded;
    const isUndone = recorded.type === 'SubmissionRestored' && told?.type === 'SubmissionDeleted';
    if (isUndone || recorded.type === 'SubmissionWithdrawn') return undefined;
  }
  const [event] = await codec.open(told ? [told] : []);
  if (event?.type === 'SubmissionPitched') return { kind: 'received' };
  if (event?.type === 'SubmissionDeleted') return { kind: 'refused' };
  if (event?.type !== 'SubmissionPublished') return undefined;
  return { kind: 'published', articleId: event.data.articleId };
}

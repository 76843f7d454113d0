import { undoPeriod } from '@journal/contracts';
import {
  type JournalEventOf,
  type OpenedEvent,
  progressAfter,
  type SubmissionEvent,
  type SubmissionProgress,
  submissionStream,
} from '@journal/events';
import Type from 'typebox';
import { isForEditor, type PitchNews, pitchMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { isAbleTo, type MailJobParts, mailUser, wantsFewerMails } from './mail-jobs.ts';

export const pitchMailKind = {
  name: 'mail-pitch',
  data: Type.Object(
    {
      userId: Type.String(),
      submissionId: Type.String(),
      /** Left out for a publication with an issue. */
      eventId: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/** Events of a pitch that are mailed to its writer or to its assignee. */
export const mailedPitchEvents = [
  'SubmissionPitched',
  'SubmissionAssigned',
  'SubmissionChangesRequested',
  'SubmissionResubmitted',
  'SubmissionAccepted',
  'SubmissionPublished',
  'SubmissionDeclined',
  'SubmissionWithdrawn',
] as const;
type MailedPitchEvent = OpenedEvent<JournalEventOf<(typeof mailedPitchEvents)[number]>>;

/** Returns the job that mails an event, deduplicated by event. A decline is mailed after the undo period. */
export function pitchMailJob({ id: eventId, type, data, metadata }: MailedPitchEvent) {
  const { userId, submissionId } = data;
  const due = type === 'SubmissionDeclined' ? Date.parse(metadata.at) + undoPeriod : 0;
  return {
    key: eventId,
    requestId: metadata.requestId,
    delay: Math.max(0, due - Date.now()),
    data: { userId, submissionId, eventId },
  };
}

/**
 * Notifies the writer of the editors' actions on a pitch, and the assignee of the writer's. Succeeds without a mail if
 * the event no longer applies, or if the recipient was forgotten, is no longer an editor, or opted out of such mails.
 */
export function createPitchMailHandler(parts: MailJobParts): JobHandler {
  return defineJobHandler(pitchMailKind, async ({ submissionId, eventId }, context) => {
    const addressed = await newsOf(submissionId, eventId, parts);
    if (!addressed) return;
    const { recipientId: userId, news } = addressed;
    if (isForEditor(news) && !(await isAbleTo(userId, 'review-pitches', parts))) return;
    if (!isEssential(news) && (await wantsFewerMails(userId, parts))) return;
    await mailUser(parts, userId, context, (to) =>
      pitchMessage(parts.journal, { userId, to, submissionId, news }),
    );
  });
}

/** Whether the mail requires an action of its recipient or reports a decision: users who chose fewer mails get it. */
const isEssential = ({ kind }: PitchNews): boolean =>
  kind !== 'received' && kind !== 'accepted' && kind !== 'withdrawn';

type AddressedNews = { readonly recipientId: string; readonly news: PitchNews };

/** Events that end a pitch, each with the event that makes it pending again; null if none can. */
const endings: Readonly<Record<string, SubmissionEvent['type'] | null>> = {
  SubmissionPublished: null,
  SubmissionWithdrawn: null,
  SubmissionDeclined: 'SubmissionReopened',
  SubmissionDeleted: 'SubmissionRestored',
};

/** Returns the type of the event that has ended a pitch, after one more event; undefined while it is pending. */
export function endingAfter(ending: string | undefined, type: string): string | undefined {
  if (type in endings) return type;
  return ending !== undefined && endings[ending] === type ? undefined : ending;
}

/** Resolves with the news that an event carries and its recipient; undefined if it no longer applies. */
async function newsOf(
  submissionId: string,
  eventId: string | undefined,
  { store }: Pick<MailJobParts, 'store'>,
): Promise<AddressedNews | undefined> {
  let progress: SubmissionProgress | undefined;
  let ending: string | undefined;
  let told: SubmissionEvent | undefined;
  let actorId: string | undefined;
  let isRepeated = false;
  let isAccepted = false;
  for await (const recorded of store.read(submissionStream(submissionId))) {
    // The fields that progress depends on are not sealed.
    const event = recorded as unknown as SubmissionEvent & Pick<typeof recorded, 'metadata'>;
    const isTold = eventId === undefined ? event.type === 'SubmissionPublished' : recorded.id === eventId;
    // An accepted pitch that is accepted again has only been given another issue.
    const isNews = event.type !== 'SubmissionAccepted' || !isAccepted;
    if (isTold && !isNews) return undefined;
    if (told?.type === event.type && isNews) isRepeated = true;
    if (isTold) [told, actorId] = [event, recorded.metadata.actor.id];
    progress = progressAfter(event, progress);
    ending = endingAfter(ending, event.type);
    isAccepted = (isAccepted || event.type === 'SubmissionAccepted') && !(event.type in endings);
  }
  // Of two events of the same type, only the last is mailed.
  if (!told || !progress || isRepeated) return undefined;
  const { userId } = told.data;
  const { stage, assigneeId } = progress;
  const isPending = ending === undefined;
  const toWriter = (news: PitchNews) => ({ recipientId: userId, news });
  // The assignee is not notified of their own action.
  const toEditor = (news: PitchNews) =>
    assigneeId === null || assigneeId === actorId ? undefined : { recipientId: assigneeId, news };
  switch (told.type) {
    case 'SubmissionPitched':
      return ending === 'SubmissionWithdrawn' || ending === 'SubmissionDeleted'
        ? undefined
        : toWriter({ kind: 'received' });
    case 'SubmissionAssigned':
      return isPending && told.data.editorId === assigneeId ? toEditor({ kind: 'assigned' }) : undefined;
    case 'SubmissionChangesRequested':
      return isPending && stage === 'changes-requested' ? toWriter({ kind: 'changes-requested' }) : undefined;
    case 'SubmissionResubmitted':
      return isPending && stage === 'resubmitted' ? toEditor({ kind: 'resubmitted' }) : undefined;
    case 'SubmissionAccepted':
      return isPending && stage === 'accepted' ? toWriter({ kind: 'accepted' }) : undefined;
    case 'SubmissionDeclined':
      return ending === 'SubmissionDeclined' ? toWriter({ kind: 'declined' }) : undefined;
    case 'SubmissionPublished':
      return toWriter({ kind: 'published', articleId: told.data.articleId });
    case 'SubmissionWithdrawn':
      return toEditor({ kind: 'withdrawn' });
    default:
      return undefined;
  }
}

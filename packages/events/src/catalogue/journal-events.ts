import { articleEvents } from '../article/article.events.ts';
import { commentEvents } from '../comment/comment.events.ts';
import { concernEvents } from '../concern/concern.events.ts';
import type { EventDefinition, EventEnvelope, NewEventOf, ReadEventOf } from '../event/event.ts';
import { invitationEvents } from '../invitation/invitation.events.ts';
import { issueEvents } from '../issue/issue.events.ts';
import { mailingEvents } from '../mailing/mailing.events.ts';
import { newsletterEvents } from '../newsletter/newsletter.events.ts';
import { pageEvents } from '../page/page.events.ts';
import { previewEvents } from '../preview/preview.events.ts';
import { requestEvents } from '../request/request.events.ts';
import { submissionEvents } from '../submission/submission.events.ts';
import { sessionEvents } from '../user/session.events.ts';
import {
  accessEvents,
  administratorEvents,
  claimEvents,
  passkeyEvents,
  userEvents,
} from '../user/user.events.ts';
import { eventDescriptions } from './event-descriptions.ts';

/** Definitions of all events, by type. */
export const journalEvents = {
  ...articleEvents,
  ...submissionEvents,
  ...commentEvents,
  ...issueEvents,
  ...mailingEvents,
  ...previewEvents,
  ...userEvents,
  ...administratorEvents,
  ...claimEvents,
  ...accessEvents,
  ...sessionEvents,
  ...passkeyEvents,
  ...invitationEvents,
  ...concernEvents,
  ...newsletterEvents,
  ...pageEvents,
  ...requestEvents,
} as const satisfies Readonly<Record<keyof typeof eventDescriptions, EventDefinition>>;

/** An event to be sealed and appended, discriminated by `type`. */
export type NewJournalEvent = NewEventOf<typeof journalEvents>;

/** An event for deciders and projections, discriminated by `type`; sealed fields may be null. */
export type JournalEvent = ReadEventOf<typeof journalEvents>;

export type JournalEventType = JournalEvent['type'];

/** Events of one or more types, as read from the log. */
export type JournalEventOf<Type extends JournalEventType> = Extract<JournalEvent, { type: Type }>;

/** A journal event with its envelope, as projections and handlers receive it. */
export type OpenedEvent<Event = JournalEvent> = Event extends unknown ? Event & EventEnvelope : never;

/**
 * Returns the kind of stream that contains events of a type. A type that is missing from `eventDescriptions` is a type
 * error here.
 */
export const streamKindOf = (type: JournalEventType): string => eventDescriptions[type].stream;

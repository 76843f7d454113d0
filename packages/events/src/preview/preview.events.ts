import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';

const which = { submissionId: Type.String(), linkId: Type.String() };

export const previewEvents = defineEvents({
  /** Anyone with the link can read the pitch until `expiresAt`. The hash is keyed, so it reveals nothing on its own. */
  PreviewLinkMade: {
    data: { ...which, tokenHash: Type.String(), expiresAt: Type.String({ format: 'date-time' }) },
  },
  PreviewLinkRevoked: { data: which },
});

/** Events of a pitch's preview links, as returned by the decider. */
export type NewPreviewEvent = NewEventOf<typeof previewEvents>;

/** Events of a pitch's preview links, as read from the log. */
export type PreviewEvent = ReadEventOf<typeof previewEvents>;

/** Separate from the pitch's stream, because a link changes neither the pitch's version nor its history. */
export const previewsStream = (submissionId: string) => `previews-${submissionId}`;

import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';

const which = { submissionId: Type.String(), linkId: Type.String() };

export const previewEvents = defineEvents({
  /** Whoever has the link reads the pitch until `expiresAt`. The hash is keyed, so it reveals nothing by itself. */
  PreviewLinkMade: {
    data: { ...which, tokenHash: Type.String(), expiresAt: Type.String({ format: 'date-time' }) },
  },
  PreviewLinkRevoked: { data: which },
});

/** The events of the preview links of a pitch as they are decided. */
export type NewPreviewEvent = NewEventOf<typeof previewEvents>;

/** The events of the preview links of a pitch as they are read. */
export type PreviewEvent = ReadEventOf<typeof previewEvents>;

/** Beside the pitch's stream: a link changes nothing of the pitch, neither its version nor its history. */
export const previewsStream = (submissionId: string) => `previews-${submissionId}`;

import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { type PageId, pageIds } from './page.fields.ts';

export const pageEvents = defineEvents({
  /** `restoredRevision` is set if the edit restored an earlier version. */
  PageEdited: {
    data: {
      pageId: Type.Enum([...pageIds]),
      /** Null: the default text of whichever version of the journal is running. */
      text: Type.Union([Type.String(), Type.Null()]),
      restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
    },
  },
});

/** Events of a page's stream, as returned by the decider. */
export type NewPageEvent = NewEventOf<typeof pageEvents>;

/** Events of a page's stream, as read from the log. */
export type PageEvent = ReadEventOf<typeof pageEvents>;

export const pageStream = (pageId: PageId) => `page-${pageId}`;

import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { type PageId, pageIds } from './page.fields.ts';

export const pageEvents = defineEvents({
  /** `restoredRevision` where it restored the text of an earlier version. */
  PageEdited: {
    data: {
      pageId: Type.Enum([...pageIds]),
      /** Null: the text that comes with the journal, whichever that is by then. */
      text: Type.Union([Type.String(), Type.Null()]),
      restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
    },
  },
});

/** The events of a page's stream as they are decided. */
export type NewPageEvent = NewEventOf<typeof pageEvents>;

/** The events of a page's stream as they are read. */
export type PageEvent = ReadEventOf<typeof pageEvents>;

export const pageStream = (pageId: PageId) => `page-${pageId}`;

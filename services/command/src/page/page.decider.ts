import type { NewPageEvent, PageEvent, PageId } from '@journal/events';
import { pageStream } from '@journal/events';
import type { CommandOf, ContentAtRevision, Decision, PieceDecider } from '../decider.ts';

/** `text` is null for the text that comes with the journal, as before any change. */
type Content = { readonly text: string | null };

/** `revision` is that of the last event, -1 if there is none. */
export type PageState = Content & { readonly revision: number };

type Commands = {
  /** `seen`: revisions that the editor has seen; if omitted, any. */
  EditPage: { pageId: PageId; content: Content; seen?: readonly number[] };
  RestorePage: { pageId: PageId; earlier?: ContentAtRevision<Content>; seen?: readonly number[] };
};
export type PageCommand = CommandOf<Commands>;

export type PageRejection = 'page-edited-meanwhile' | 'version-not-found';

/** Every page exists from the beginning, permanently. */
export const pageDecider: PieceDecider<PageState, PageCommand, NewPageEvent, PageRejection, Content> = {
  initialState: { revision: -1, text: null },
  streamOf: ({ pageId }) => pageStream(pageId),
  contentOf: ({ revision, text }) => (revision < 0 ? { rejection: 'version-not-found' } : { text }),
  evolve: ({ revision }, { data: { text } }: PageEvent) => ({ revision: revision + 1, text }),
  decide,
};

function decide(command: PageCommand, state: PageState): Decision<NewPageEvent, PageRejection> {
  const { pageId, seen } = command;
  if (seen && !seen.includes(state.revision)) return { rejection: 'page-edited-meanwhile' };
  switch (command.type) {
    case 'EditPage':
      return { events: editsTo(state, { pageId, text: command.content.text }) };
    case 'RestorePage': {
      const { revision: restoredRevision, content: { text } = {} } = command.earlier ?? {};
      if (restoredRevision === undefined || text === undefined) return { rejection: 'version-not-found' };
      return { events: editsTo(state, { pageId, text, restoredRevision }) };
    }
    default:
      return command satisfies never;
  }
}

/** Returns the edit that gives a page this text; none if it already has it. */
const editsTo = (state: PageState, data: NewPageEvent['data']): readonly NewPageEvent[] =>
  data.text === state.text ? [] : [{ type: 'PageEdited', data }];

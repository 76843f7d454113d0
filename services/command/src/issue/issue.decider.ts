import {
  changedFields,
  type IssueContent,
  type IssueEvent,
  type IssueStatus,
  isPitch,
  issueFields,
  issueStream,
  type NewIssueEvent,
  type PlacedArticle,
  type PlacedPiece,
  type PlacedPitch,
  pickContent,
} from '@journal/events';
import type { CommandOf, ContentAtRevision, Dated, Decision, PieceDecider } from '../decider.ts';

type ExistingIssue = IssueContent & {
  readonly status: IssueStatus;
  readonly revision: number;
  readonly number: number;
  readonly publishedAt: string | null;
  /** Whether readers have ever seen it. */
  readonly wasSeen: boolean;
  /** Planned time of publication. */
  readonly publishAt: string | null;
  readonly pieces: readonly PlacedPiece[];
};

/**
 * State after folding the events of a stream. `revision` is that of the last event, -1 if there is none. A discarded
 * issue is missing, too.
 */
export type IssueState = { readonly status: 'missing'; readonly revision: number } | ExistingIssue;

/** `seen`: revisions that the editor has seen; if omitted, any. */
type Seen = { issueNumber: number; seen?: readonly number[] };

type Commands = {
  OpenIssue: { issueNumber: number; content: IssueContent };
  EditIssue: Seen & { content: IssueContent };
  /** `pieces`: each piece occurs once. */
  ArrangeIssue: Seen & { pieces: readonly PlacedPiece[] };
  /** `publishAt`: UTC, in the future. */
  ScheduleIssue: Seen & { publishAt: string };
  UnscheduleIssue: Seen;
  /** Publishes an issue, or closes it if pitches wait for it. `planned`: rejected unless this is its planned time. */
  PublishIssue: Seen & { planned?: string };
  /**
   * Publishes a closed issue, or withdraws it if no piece is left: it is then what it was before. `submissions`:
   * pitches that have become articles with it; `pieces`: all its pieces.
   */
  FinishIssue: {
    issueNumber: number;
    pieces: readonly PlacedArticle[];
    submissions: readonly Omit<PlacedPitch, 'heading'>[];
  };
  WithdrawIssue: Seen;
  /** Only an issue without pieces that readers have never seen. */
  DiscardIssue: Seen;
  RestoreIssue: Seen & { earlier?: ContentAtRevision<IssueContent> };
};
export type IssueCommand = CommandOf<Commands>;

export type IssueRejection =
  | 'issue-not-found'
  | 'issue-number-taken'
  | 'issue-closed'
  | 'issue-empty'
  | 'issue-not-planned'
  | 'issue-in-use'
  | 'issue-published'
  | 'issue-not-published'
  | 'issue-edited-meanwhile'
  | 'version-not-found';

export const issueDecider: PieceDecider<
  IssueState,
  IssueCommand,
  NewIssueEvent,
  IssueRejection,
  IssueContent
> = {
  initialState: { status: 'missing', revision: -1 },
  streamOf: ({ issueNumber }) => issueStream(issueNumber),
  contentOf: (state) =>
    state.status === 'missing' ? { rejection: 'issue-not-found' } : pickContent(issueFields, state),
  evolve,
  decide,
};

function evolve(state: IssueState, event: Dated<IssueEvent>): IssueState {
  const revision = state.revision + 1;
  if (event.type === 'IssueOpened') {
    const { issueNumber: number } = event.data;
    const content = pickContent(issueFields, event.data);
    const unseen = { status: 'draft', publishedAt: null, wasSeen: false, publishAt: null } as const;
    return { ...unseen, revision, number, pieces: [], ...content };
  }
  if (state.status === 'missing') throw new Error(`${event.type} cannot precede the opening of an issue`);
  switch (event.type) {
    case 'IssueEdited':
      return { ...state, revision, ...changedFields(issueFields, state, event.data) };
    case 'IssueArranged':
      return { ...state, revision, pieces: event.data.pieces };
    case 'IssueClosed':
      return { ...state, revision, status: 'closed', publishAt: null };
    case 'IssuePublished': {
      const { pieces = state.pieces } = event.data;
      const { at: publishedAt } = event.metadata;
      return { ...state, revision, status: 'published', publishedAt, wasSeen: true, publishAt: null, pieces };
    }
    case 'IssueScheduled':
      return { ...state, revision, publishAt: event.data.publishAt };
    case 'IssueUnscheduled':
      return { ...state, revision, publishAt: null };
    case 'IssueWithdrawn':
      return { ...state, revision, status: state.wasSeen ? 'withdrawn' : 'draft', publishedAt: null };
    case 'IssueDiscarded':
      return { status: 'missing', revision };
    default:
      return event satisfies never;
  }
}

function decide(command: IssueCommand, state: IssueState): Decision<NewIssueEvent, IssueRejection> {
  const { issueNumber } = command;
  if (command.type === 'OpenIssue') {
    if (state.status !== 'missing') return { rejection: 'issue-number-taken' };
    return { events: [{ type: 'IssueOpened', data: { issueNumber, ...command.content } }] };
  }
  if (state.status === 'missing') return { rejection: 'issue-not-found' };
  if ('seen' in command && command.seen && !command.seen.includes(state.revision))
    return { rejection: 'issue-edited-meanwhile' };
  if (state.status === 'closed') return decideWhileClosed(command);
  switch (command.type) {
    case 'EditIssue':
      return { events: editsTo(state, command.content) };
    case 'ArrangeIssue': {
      const pieces = [...command.pieces];
      const mustHavePieces = state.status === 'published' || state.publishAt !== null;
      if (mustHavePieces && pieces.length === 0) return { rejection: 'issue-empty' };
      // Readers would see the issue without these pitches.
      if (state.status === 'published' && pieces.some(isPitch)) return { rejection: 'issue-published' };
      if (isSameOrder(pieces, state.pieces)) return { events: [] };
      return { events: [{ type: 'IssueArranged', data: { issueNumber, pieces } }] };
    }
    case 'ScheduleIssue': {
      const { publishAt } = command;
      if (state.status === 'published') return { rejection: 'issue-published' };
      if (state.pieces.length === 0) return { rejection: 'issue-empty' };
      if (state.publishAt === publishAt) return { events: [] };
      return { events: [{ type: 'IssueScheduled', data: { issueNumber, publishAt } }] };
    }
    case 'UnscheduleIssue':
      return {
        events: state.publishAt === null ? [] : [{ type: 'IssueUnscheduled', data: { issueNumber } }],
      };
    case 'PublishIssue':
      if (state.status === 'published') return { rejection: 'issue-published' };
      if (command.planned !== undefined && command.planned !== state.publishAt)
        return { rejection: 'issue-not-planned' };
      if (state.pieces.length === 0) return { rejection: 'issue-empty' };
      return {
        events: [
          { type: state.pieces.some(isPitch) ? 'IssueClosed' : 'IssuePublished', data: { issueNumber } },
        ],
      };
    case 'FinishIssue':
      return { events: [] };
    case 'WithdrawIssue':
      if (state.status !== 'published') return { rejection: 'issue-not-published' };
      return { events: [{ type: 'IssueWithdrawn', data: { issueNumber } }] };
    case 'DiscardIssue':
      if (state.status !== 'draft' || state.pieces.length > 0) return { rejection: 'issue-in-use' };
      return { events: [{ type: 'IssueDiscarded', data: { issueNumber } }] };
    case 'RestoreIssue': {
      const { earlier } = command;
      if (!earlier) return { rejection: 'version-not-found' };
      return { events: editsTo(state, earlier.content, { restoredRevision: earlier.revision }) };
    }
    default:
      return command satisfies never;
  }
}

/** Decides while the issue's pitches become articles: no other change is accepted. */
function decideWhileClosed(command: IssueCommand): Decision<NewIssueEvent, IssueRejection> {
  if (command.type === 'PublishIssue') return { events: [] };
  if (command.type !== 'FinishIssue') return { rejection: 'issue-closed' };
  const { issueNumber } = command;
  const [pieces, submissions] = [[...command.pieces], [...command.submissions]];
  if (pieces.length === 0) return { events: [{ type: 'IssueWithdrawn', data: { issueNumber } }] };
  return { events: [{ type: 'IssuePublished', data: { issueNumber, pieces, submissions } }] };
}

/** Returns the edit that gives an issue this content, with only the fields that differ; none if it already has it. */
function editsTo(
  state: ExistingIssue,
  content: Partial<IssueContent>,
  restored: { restoredRevision?: number } = {},
): readonly NewIssueEvent[] {
  const changes = changedFields(issueFields, state, content);
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'IssueEdited', data: { issueNumber: state.number, ...changes, ...restored } }];
}

const isSameOrder = (one: readonly PlacedPiece[], other: readonly PlacedPiece[]) =>
  one.length === other.length &&
  one.every((piece, place) => {
    const same = other[place];
    return same?.heading === piece.heading && keyOfPiece(same) === keyOfPiece(piece);
  });

/** Returns the key that identifies a piece within an issue. */
export const keyOfPiece = (piece: PlacedPiece): string | number =>
  isPitch(piece) ? piece.submissionId : piece.articleId;

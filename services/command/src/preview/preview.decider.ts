import { type NewPreviewEvent, type OpenedEvent, type PreviewEvent, previewsStream } from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

/** Maximum number of open preview links per pitch. */
export const maxPreviewLinks = 20;

type Position = OpenedEvent['position'];

type Which = { submissionId: string; linkId: string };

type Commands = {
  /** `at`: now. `closedReason`: why the pitch can't be shown, if it can't; `endedAt`: as for `isOpen`. */
  MakePreviewLink: Which & {
    tokenHash: string;
    at: string;
    expiresAt: string;
    closedReason?: ClosedReason | undefined;
    endedAt?: Position | undefined;
  };
  RevokePreviewLink: Which;
};
export type PreviewCommand = CommandOf<Commands>;

export type ClosedReason =
  | 'submission-not-found'
  | 'submission-published'
  | 'submission-withdrawn'
  | 'submission-declined';

export type KnownLink = {
  readonly linkId: string;
  readonly tokenHash: string;
  readonly madeAt: Position;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  readonly madeBy: string;
  readonly isRevoked: boolean;
};

/** All preview links of a pitch, oldest first. `revision` is that of the last event, -1 if there is none. */
export type PreviewsState = { readonly revision: number; readonly links: readonly KnownLink[] };

type PreviewRejection = ClosedReason | 'too-many-previews' | 'preview-not-found';

export const previewDecider: Decider<PreviewsState, PreviewCommand, NewPreviewEvent, PreviewRejection> = {
  initialState: { revision: -1, links: [] },
  streamOf: ({ submissionId }) => previewsStream(submissionId),
  evolve,
  decide,
};

/**
 * Whether a link of an open pitch can be opened at this time. `endedAt`: the position at which all earlier links of the
 * pitch have ended. Times of different processes can't be compared.
 */
export const isOpen = (
  { isRevoked, madeAt, expiresAt }: KnownLink,
  at: string,
  endedAt: Position = '',
): boolean => !isRevoked && madeAt > endedAt && Date.parse(at) < Date.parse(expiresAt);

function evolve({ revision, links }: PreviewsState, event: Dated<PreviewEvent>): PreviewsState {
  const next = { revision: revision + 1 };
  switch (event.type) {
    case 'PreviewLinkMade': {
      const { linkId, tokenHash, expiresAt } = event.data;
      const { position: madeAt = '', metadata } = event;
      const link = { linkId, tokenHash, madeAt, expiresAt, madeBy: metadata.actor.id, isRevoked: false };
      return { ...next, links: [...links, link] };
    }
    case 'PreviewLinkRevoked': {
      const { linkId } = event.data;
      const revoked = (link: KnownLink) => (link.linkId === linkId ? { ...link, isRevoked: true } : link);
      return { ...next, links: links.map(revoked) };
    }
    default:
      return event satisfies never;
  }
}

function decide(
  command: PreviewCommand,
  { links }: PreviewsState,
): Decision<NewPreviewEvent, PreviewRejection> {
  const { submissionId, linkId } = command;
  switch (command.type) {
    case 'MakePreviewLink': {
      const { tokenHash, at, expiresAt, closedReason, endedAt } = command;
      if (closedReason) return { rejection: closedReason };
      if (links.filter((link) => isOpen(link, at, endedAt)).length >= maxPreviewLinks)
        return { rejection: 'too-many-previews' };
      return { events: [{ type: 'PreviewLinkMade', data: { submissionId, linkId, tokenHash, expiresAt } }] };
    }
    case 'RevokePreviewLink': {
      const link = links.find((each) => each.linkId === linkId);
      if (!link) return { rejection: 'preview-not-found' };
      if (link.isRevoked) return { events: [] };
      return { events: [{ type: 'PreviewLinkRevoked', data: { submissionId, linkId } }] };
    }
    default:
      return command satisfies never;
  }
}

import { type NewPreviewEvent, type PreviewEvent, previewsStream } from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

type Which = { submissionId: string; linkId: string };

type Commands = {
  /** `closed`: why nobody is shown the pitch, where nobody is. */
  MakePreviewLink: Which & { tokenHash: string; expiresAt: string; closed?: ClosedPitch | undefined };
  RevokePreviewLink: Which;
};
export type PreviewCommand = CommandOf<Commands>;

export type ClosedPitch =
  | 'submission-not-found'
  | 'submission-published'
  | 'submission-withdrawn'
  | 'submission-declined';

export type KnownLink = {
  readonly linkId: string;
  readonly tokenHash: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  readonly madeBy: string;
  readonly isRevoked: boolean;
};

/** All preview links of a pitch, oldest first. `revision` is that of the last event, -1 if there is none. */
export type PreviewsState = { readonly revision: number; readonly links: readonly KnownLink[] };

type PreviewRejection = ClosedPitch | 'preview-not-found';

export const previewDecider: Decider<PreviewsState, PreviewCommand, NewPreviewEvent, PreviewRejection> = {
  initialState: { revision: -1, links: [] },
  streamOf: ({ submissionId }) => previewsStream(submissionId),
  evolve,
  decide,
};

/** Whether a link can be opened at this time, as far as that depends on the link. */
export const isOpen = ({ isRevoked, expiresAt }: KnownLink, now: Date): boolean =>
  !isRevoked && now.getTime() < Date.parse(expiresAt);

function evolve({ revision, links }: PreviewsState, event: Dated<PreviewEvent>): PreviewsState {
  const next = { revision: revision + 1 };
  switch (event.type) {
    case 'PreviewLinkMade': {
      const { linkId, tokenHash, expiresAt } = event.data;
      const madeBy = event.metadata.actor.id;
      return { ...next, links: [...links, { linkId, tokenHash, expiresAt, madeBy, isRevoked: false }] };
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
      const { tokenHash, expiresAt, closed } = command;
      if (closed) return { rejection: closed };
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

import { type Byline, defaultByline, type NewSubmissionEvent } from '@journal/events';
import type { Decision } from '../decider.ts';

type Bylined = { readonly id: string; readonly userId: string; readonly byline: Byline | null };

/**
 * Decides a writer's choice of a byline; no events if it is the current one. `publishedByline`: the byline that the
 * pitch was published with, if it was. From then on readers see a choice before any editor, so it may reveal no more.
 */
export function decideByline(
  { id: submissionId, userId, byline: before }: Bylined,
  byline: Byline,
  { publishedByline: published }: { readonly status: string; readonly publishedByline?: Byline },
): Decision<NewSubmissionEvent, 'byline-needs-editors'> {
  if (published && !revealsNoMore(byline, before ?? defaultByline, published))
    return { rejection: 'byline-needs-editors' };
  const isSame = (Object.keys(byline) as (keyof Byline)[]).every((part) => byline[part] === before?.[part]);
  const data = { submissionId, userId, byline };
  return { events: isSame ? [] : [{ type: 'SubmissionBylineChosen', data }] };
}

function revealsNoMore(byline: Byline, before: Byline, published: Byline): boolean {
  const isPublishedPenName = byline.name === 'pen' && isSameName(byline, published);
  const isShort = byline.name === 'first' || byline.name === 'first-initial';
  return (
    (isShort || isPublishedPenName || isSameName(byline, before)) &&
    (before.showAge || !byline.showAge) &&
    (before.showSchool || !byline.showSchool)
  );
}

const isSameName = (one: Byline, other: Byline) => one.name === other.name && one.penName === other.penName;

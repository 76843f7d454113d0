import type { Byline } from '@journal/events';

type Bylined = { readonly id: string; readonly userId: string; readonly byline: Byline | null };

/** Returns the choice of a byline; none where it was made before, unless editors may have taken the name off since. */
export function bylineEvents(
  { id: submissionId, userId, byline: before }: Bylined,
  byline: Byline,
  isPublished: boolean,
) {
  const isSame = (Object.keys(byline) as (keyof Byline)[]).every((part) => byline[part] === before?.[part]);
  const data = { submissionId, userId, byline };
  return isSame && !isPublished ? [] : [{ type: 'SubmissionBylineChosen', data } as const];
}

import type { NewsroomDesk } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from 'vike-react/useHydrated';
import type { ApiAnswer } from '../../data/api.ts';
import { newsroomDesk, type PieceFilter } from '../../data/newsroom.api.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import type { Choices } from '../../ui/form/fields.tsx';
import { filterChoices, type Tab } from './panel-address.ts';

/**
 * Returns the pending pitches' counts by stage and editor; undefined until they are known or if not `wanted`. The
 * server never waits for them. The browser may have them before it hydrates a page rendered without them, so they also
 * stay unknown until then.
 */
export function useDesk(wanted = true): NewsroomDesk | undefined {
  const isHydrated = useHydrated();
  const { data } = useQuery<ApiAnswer, Error, NewsroomDesk>({
    queryKey: [newsroomDesk.path],
    select: newsroomDesk.select,
    enabled: wanted,
  });
  return isHydrated ? data : undefined;
}

/** Returns a function that names editors by their user id: "You", or their name. */
export function useEditorNames(): (editorId: string | null) => string {
  const editors = useDesk()?.editors;
  const me = useSession()?.id;
  return (editorId) => {
    if (editorId === null) return 'Nobody';
    if (editorId === me) return 'You';
    if (editors === undefined) return 'An editor';
    return editors.find(({ userId }) => userId === editorId)?.name ?? 'A former editor';
  };
}

/** Returns the filter choices of a list, with the number of pending pitches for each. */
export function useFilterChoices(tab: Tab, filter: PieceFilter): Readonly<Record<string, Choices>> {
  const isOfPitches = tab === 'submissions';
  const desk = useDesk(isOfPitches);
  const user = useSession();
  const me = user?.id;
  const { stage, ...choices } = filterChoices(tab, filter.status);
  if (!isOfPitches) return choices;
  const isWaiting = filter.status === undefined;
  const counted = (name: string, count: number | undefined) =>
    count === undefined || !isWaiting ? name : `${name} (${count})`;
  const others = (desk?.editors ?? [])
    .filter(({ userId }) => userId !== me)
    .map(({ userId, name, count }) => ({ value: userId, name: counted(name, count) }));
  const assignee = [
    { value: '', name: 'Everybody’s' },
    ...(me
      ? [{ value: me, name: counted('Mine', desk?.editors.find(({ userId }) => userId === me)?.count) }]
      : []),
    { value: 'nobody', name: counted('Nobody’s', desk?.unassigned) },
    ...others,
  ];
  // The assignee is no longer an editor, or not yet known to be one.
  const isOffered = assignee.some(({ value }) => value === (filter.assignee ?? ''));
  if (!isOffered)
    assignee.push({ value: filter.assignee ?? '', name: desk ? 'A former editor’s' : 'An editor’s' });
  const countOf = (of: string) => desk?.stages.find((each) => each.stage === of)?.count;
  const { order, ...statuses } = choices;
  return {
    ...statuses,
    ...(stage && {
      stage: stage.map(({ value, name }) => ({ value, name: value ? counted(name, countOf(value)) : name })),
    }),
    ...(isAbleTo(user, 'read-all-pitches') && { assignee }),
    ...(order && { order }),
  };
}

import { isUuid, maxSearchLength, parseArticleId, sections } from '@journal/contracts';
import { withQuery } from '../../data/api.ts';
import type { Piece, PieceFilter } from '../../data/newsroom.api.ts';
import { isAbleTo } from '../../data/session.ts';
import type { Choices } from '../../ui/form/fields.tsx';
import { outcomeNames, stageNames } from './stage-labels.ts';

export const tabs = ['articles', 'submissions'] as const satisfies readonly Piece['kind'][];
export type Tab = (typeof tabs)[number];
type Search = Readonly<Record<string, string>>;

/** Returns the tabs that a user may see. */
export const tabsFor = (user: Parameters<typeof isAbleTo>[0]): readonly Tab[] =>
  tabs.filter((tab) => tab === 'submissions' || isAbleTo(user, 'edit-articles'));

/** Returns the tab that a URL names among these, or else the first. */
export const tabIn = ({ tab }: Search, among: readonly Tab[] = tabs): Tab =>
  among.find((value) => value === tab) ?? among[0] ?? 'submissions';

const choicesIn = (names: Readonly<Record<string, string>>): Choices =>
  Object.entries(names).map(([value, name]) => ({ value, name }));

const newestFirst = { value: '', name: 'Newest first' };
const oldestFirst = { value: 'oldest', name: 'Oldest first' };

/**
 * Returns the choices of each filter parameter of a list. Only pending pitches have a stage. Section and assignee are
 * separate.
 */
export function filterChoices(tab: Tab, status: string | undefined): Readonly<Record<string, Choices>> {
  if (tab === 'articles')
    return {
      featured: [
        { value: '', name: 'All' },
        { value: '1', name: 'Featured' },
        { value: '0', name: 'Not featured' },
      ],
      status: [
        { value: '', name: 'Published' },
        { value: 'deleted', name: 'Deleted' },
        { value: 'hidden', name: 'Hidden by their writers' },
      ],
    };
  const statuses = { status: [{ value: '', name: 'Waiting' }, ...choicesIn(outcomeNames)] };
  if (statuses.status.some(({ value }) => value !== '' && value === status))
    return { ...statuses, order: [newestFirst, oldestFirst] };
  return {
    ...statuses,
    stage: [
      { value: '', name: 'All stages' },
      ...choicesIn(stageNames),
      { value: 'planned', name: 'Planned' },
    ],
    order: [{ value: '', name: 'Longest wait' }, { ...newestFirst, value: 'newest' }, oldestFirst],
  };
}

/** Returns the list filter in a URL, without parameters that don't apply to the tab. */
export function filterIn(tab: Tab, search: Search): PieceFilter {
  const { q = '', assignee = '' } = search;
  const choices = Object.entries(filterChoices(tab, search.status)).map(([name, options]) => [
    name,
    options.find(({ value }) => value !== '' && value === search[name])?.value,
  ]);
  const isAssignee = tab === 'submissions' && (assignee === 'nobody' || isUuid(assignee));
  return {
    q: q.length > maxSearchLength ? undefined : q.trim() || undefined,
    section: sections.find((section) => section === search.section),
    assignee: isAssignee ? assignee : undefined,
    ...Object.fromEntries(choices),
  };
}

/** Returns the piece whose form a URL opens: an article by its number, a pitch by its id. */
export function editedIn(tab: Tab, search: Search): Piece['id'] | undefined {
  const { edit = '' } = search;
  if (tabIn(search) !== tab || !/^[\w-]{1,40}$/.test(edit)) return undefined;
  return tab === 'submissions' ? edit : parseArticleId(edit);
}

export function panelHref(tab: Tab, filter: Readonly<Record<string, string | undefined>> = {}): string {
  return withQuery('/admin', { tab, ...filter });
}

export function hasFilters({ order: _, ...filter }: PieceFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

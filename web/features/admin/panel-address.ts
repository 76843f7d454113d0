import { maxSearchLength, parseArticleId, sections } from '@journal/contracts';
import { withQuery } from '../../data/api.ts';
import type { Piece, PieceFilter } from '../../data/newsroom.api.ts';
import type { Choices } from '../../ui/form/fields.tsx';

export const tabs = ['articles', 'submissions'] as const satisfies readonly Piece['kind'][];
export type Tab = (typeof tabs)[number];
type Search = Readonly<Record<string, string>>;

/** Which tab an address shows: the articles unless it names another. */
export const tabIn = ({ tab }: Search): Tab => tabs.find((value) => value === tab) ?? 'articles';

/** The choices to filter each list by beside the section, by the name of their parameter. */
export const filterChoices: Readonly<Record<Tab, Readonly<Record<string, Choices>>>> = {
  articles: {
    featured: [
      { value: '', name: 'All' },
      { value: '1', name: 'Featured' },
      { value: '0', name: 'Not featured' },
    ],
    status: [
      { value: '', name: 'Published' },
      { value: 'deleted', name: 'Deleted' },
    ],
  },
  submissions: {
    status: [
      { value: '', name: 'Waiting' },
      { value: 'published', name: 'Published' },
      { value: 'deleted', name: 'Deleted' },
    ],
    order: [
      { value: '', name: 'Newest first' },
      { value: 'oldest', name: 'Oldest first' },
    ],
  },
};

/** Returns what an address narrows the list of a tab to, without what it can't be narrowed to. */
export function filterIn(tab: Tab, search: Search): PieceFilter {
  const { q = '' } = search;
  const choices = Object.entries(filterChoices[tab]).map(([name, options]) => [
    name,
    options.find(({ value }) => value !== '' && value === search[name])?.value,
  ]);
  return {
    q: q.length > maxSearchLength ? undefined : q.trim() || undefined,
    section: sections.find((section) => section === search.section),
    ...Object.fromEntries(choices),
  };
}

/** Returns the piece whose form an address opens: that of an article by its number, that of a pitch by its id. */
export function editedIn(tab: Tab, search: Search): Piece['id'] | undefined {
  const { edit = '' } = search;
  if (tabIn(search) !== tab || !/^[\w-]{1,40}$/.test(edit)) return undefined;
  return tab === 'submissions' ? edit : parseArticleId(edit);
}

export function panelHref(tab: Tab, filter: Readonly<Record<string, string | undefined>> = {}): string {
  return withQuery('/admin', { tab, ...filter });
}

export function isNarrowed({ order: _, ...filter }: PieceFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

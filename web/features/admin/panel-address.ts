import { maxSearchLength, sections } from '@journal/contracts';
import { withQuery } from '../../data/api.ts';
import type { ArticlesFilter, SubmissionsFilter } from '../../data/newsroom.api.ts';

export const tabs = ['articles', 'submissions'] as const;
export type Tab = (typeof tabs)[number];
type Search = Readonly<Record<string, string>>;

/** Which tab an address shows: the articles unless it names another. */
export function tabIn({ tab }: Search): Tab {
  return oneOf(tabs, tab) ?? 'articles';
}

export function articlesFilterIn(search: Search): ArticlesFilter {
  return {
    q: textIn(search),
    section: oneOf(sections, search.section),
    featured: oneOf(['0', '1'], search.featured),
    status: oneOf(['deleted'], search.status),
  };
}

export function submissionsFilterIn(search: Search): SubmissionsFilter {
  return {
    q: textIn(search),
    section: oneOf(sections, search.section),
    status: oneOf(['published', 'deleted'], search.status),
  };
}

/** The address of a tab, with what its list is narrowed to. */
export function panelHref(tab: Tab, filter: Readonly<Record<string, string | undefined>> = {}): string {
  return withQuery('/admin', { tab, ...filter });
}

/** What a list is searched for; nothing that is too long to be. */
function textIn({ q = '' }: Search): string | undefined {
  return q.length > maxSearchLength ? undefined : q.trim() || undefined;
}

/** Whether a list is narrowed to anything at all. */
export function isNarrowed(filter: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined {
  return values.find((value) => value === text);
}

import {
  type ApiResponse,
  type Article,
  type Capability,
  type Issue,
  maxSearchLength,
  type NewestIssue,
} from '@journal/contracts';
import type { QueryCache } from '@tanstack/query-core';
import type { PageContext } from 'vike/types';
import type { ApiQuery, PageUser } from './api.ts';
import { isAbleTo } from './session.ts';

/** The issue that the journal began with here: its number, and the day (UTC, ISO 8601) on which it came out. */
export type FirstIssue = { readonly number: number; readonly date: string };

/** What a page says about itself to browsers, search engines and other sites. */
export type PageMeta = {
  /** Without the brand; undefined where the brand alone is the title. */
  title?: string;
  description?: string;
  /** It has feeds of its own, below this path. */
  feeds?: { readonly name: string; readonly path: string };
  article?: Article;
  /** The issue that the page shows, or the one that its article is in. */
  issue?: Issue | { readonly number: number; readonly title: string | null } | undefined;
  /** Has a cover as a picture below its own address: what that shows, in words. */
  cover?: string;
};

/**
 * The values that mean something: those that match, or by their longest length in UTF-16 code units. Any other is dropped,
 * or cut where `cutAt` says so.
 */
export type ParamLimit = RegExp | number | { readonly cutAt: number };

/** A character more than may be searched for, so that the page can say that it is too long. */
export const searchText: ParamLimit = { cutAt: maxSearchLength + 1 };

/**
 * What a page reads. `required` decides whether there is a page: a 404 is the not-found page. `wanted` renders in
 * place where it arrives in time, and streams after the rest of the page with its loading text where it does not; where
 * it failed in time, the page says so in its place and answers 503. `extra` is the same, but the page stands without it.
 * `refused` says that the address asks for what nobody can have: the page says so and answers 400.
 */
export type PageQueries = {
  readonly required?: readonly ApiQuery<unknown>[];
  readonly wanted?: readonly ApiQuery<unknown>[];
  readonly extra?: readonly ApiQuery<unknown>[];
  readonly refused?: boolean;
};

/** Everything about a page but its looks; the `+page.ts` beside each `+Page.tsx` exports one as `page`. */
export type PageDefinition = {
  meta: PageMeta | ((pageContext: PageContext) => PageMeta);
  /** What the page reads of the API. Not asked for readers to whom `access` denies the content. */
  queries?: (pageContext: PageContext) => PageQueries;
  /**
   * Whose page it is; everybody's by default. `visitors`: signed-in users are redirected to Home. `users`, or a capability
   * of theirs: the page is not rendered before the session is known, and reads nothing for others.
   */
  access?: 'visitors' | 'users' | Capability;
  /** The values that a segment of the path may have, by its name; any by default. */
  segments?: Readonly<Record<string, RegExp | readonly string[]>>;
  /** Parameters of the query string that the page reads. Those that no page reads are dropped. */
  params?: Readonly<Record<string, ParamLimit>>;
  /** `noindex`: not to be listed by search engines. `disallow`: not to be fetched by them either, nor what is below. */
  robots?: 'noindex' | 'disallow';
  /**
   * A page for reading: the same for everybody but for the account in masthead and footer, and complete without scripts.
   */
  reading?: true;
  /** A page around one form, which is hydrated when somebody turns to it, as a page for reading is. */
  form?: true;
  /** Place among the pages of the sitemap, from 1; not in it by default. */
  sitemap?: number;
  /** Where the page leads instead of being shown, by what it has read. */
  leadsTo?: (pageContext: PageContext) => string | undefined;
  /**
   * Whoever knows the address may read it: it is told to no other site, the page is stored nowhere, and a header keeps
   * search engines away from it whatever it answers.
   */
  secret?: true;
  /** Shown in the place of another page: it has no address of its own. */
  error?: true;
};

export function pageMetaOf(pageContext: PageContext): PageMeta {
  const { meta = {} } = pageContext.config.page ?? {};
  return typeof meta === 'function' ? meta(pageContext) : meta;
}

/** Returns the text of `<title>`. */
export function titleOf(pageContext: PageContext): string {
  const { title } = pageMetaOf(pageContext);
  const { name } = pageContext.site;
  return title === undefined
    ? `${name} · Where young voices shape today's conversations`
    : `${title} · ${name}`;
}

/** Vike's setting for pages that the browser renders; in the server's HTML the title is one of the head tags. */
export const title = (pageContext: PageContext): string | null =>
  pageContext.isClientSide ? titleOf(pageContext) : null;

export const description = (pageContext: PageContext): string | null =>
  pageMetaOf(pageContext).description ?? null;

/** Whether the page reads its content for this user. */
export function mayRead({ access }: PageDefinition, user: PageUser | null | undefined): boolean {
  if (access === undefined || access === 'visitors') return true;
  return access === 'users' ? Boolean(user) : isAbleTo(user, access) && !user?.isPasskeyAwaited;
}

declare global {
  namespace Vike {
    interface Config {
      page?: PageDefinition;
    }
    interface PageContext {
      /** Why the error page is shown. */
      abortReason?:
        | 'not-found'
        | 'article-not-found'
        | 'article-removed'
        | 'issue-not-found'
        | 'issue-withdrawn'
        | 'preview-ended'
        | 'preview-not-found'
        | 'submission-not-found'
        | 'unavailable';
      /** Where hydration waits until a reader turns to a control: the addresses of the scripts that it then takes. */
      deferredScripts?: readonly string[];
      /** The paths that could not be read before the page was written, in whose places it says so. */
      failedReads?: readonly string[];
      /** Who is signed in, as the server knew it before the page was written; null for a visitor, undefined if it did not. */
      session?: PageUser | null | undefined;
      /** The newest published issue as the server knew it; null where there is none, undefined if it did not. */
      newestIssue?: NewestIssue | undefined;
      /** Of the site, on server and in the browser. */
      site: {
        /** The brand. */
        name: string;
        /** Public origin, without a slash at the end. */
        url: string;
        /** Of the times that editors see and plan for: an IANA name. */
        timeZone: string;
        /** The issue that the journal began with; undefined before there is an article. */
        firstIssue?: FirstIssue | undefined;
      };
    }
    interface PageContextServer {
      /** The request's reads; on the server only. */
      pageData: {
        /** GETs the API as this visitor; rejects where no answer came. */
        read: (path: string) => Promise<ApiResponse>;
        /** Made by the first who needs it; the server itself loads nothing of React. */
        queryCache?: QueryCache;
        /** When the page stops waiting for its lists, by the clock of `performance`. */
        waitsUntil: number;
        /** Whether this reader waits for everything. */
        whole: boolean;
        /** Whether everything was there before the first byte. */
        complete?: boolean;
        /** Whether the page goes out without something that it is for. */
        lacking?: boolean;
        /** Whether the address asks for what can't be had. */
        refused?: boolean;
      };
    }
  }
}

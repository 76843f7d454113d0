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

/** The journal's first issue here: its number and publication date (UTC, ISO 8601). */
export type FirstIssue = { readonly number: number; readonly date: string };

/** Metadata of a page for browsers, search engines and other sites. */
export type PageMeta = {
  /** Title without the brand; undefined if the brand alone is the title. */
  title?: string;
  description?: string;
  /** The page's own feeds, at this path. */
  feeds?: { readonly name: string; readonly path: string };
  article?: Article;
  /** The issue that the page shows, or that contains its article. */
  issue?: Issue | { readonly number: number; readonly title: string | null } | undefined;
  /** Alternative text of the page's cover image, whose address is below the page's own. */
  cover?: string;
};

/**
 * Valid values of a parameter: a pattern, or a maximum length in UTF-16 code units. Invalid values are dropped, or
 * truncated if `cutAt` is given.
 */
export type ParamLimit = RegExp | number | { readonly cutAt: number };

/** One character more than a search accepts, so that the page can report that the text is too long. */
export const searchText: ParamLimit = { cutAt: maxSearchLength + 1 };

/**
 * Data that a page reads. `required` decides whether the page exists: a 404 gives the not-found page. `wanted` is
 * rendered in place if it arrives in time; otherwise it streams after the rest of the page, in place of its loading
 * text. If it fails in time, the page shows the error in its place and answers 503, or 400 if the API refuses it.
 * `extra` is the same, but its failure doesn't fail the page. `refused`: the URL requests something that doesn't exist
 * for anybody; the page says so and answers 400.
 */
export type PageQueries = {
  readonly required?: readonly ApiQuery<unknown>[];
  readonly wanted?: readonly ApiQuery<unknown>[];
  readonly extra?: readonly ApiQuery<unknown>[];
  readonly refused?: boolean;
};

/** Everything about a page except its appearance. The `+page.ts` beside each `+Page.tsx` exports one as `page`. */
export type PageDefinition = {
  meta: PageMeta | ((pageContext: PageContext) => PageMeta);
  /** API reads of the page. Skipped for readers to whom `access` denies the content. */
  queries?: (pageContext: PageContext) => PageQueries;
  /**
   * Who may see the page; everybody by default. `visitors`: signed-in users are redirected to Home. `users`, or one of
   * their capabilities: the page isn't rendered before the session is known, and reads nothing for others.
   */
  access?: 'visitors' | 'users' | Capability;
  /** Valid values of a path segment, by its name; any by default. */
  segments?: Readonly<Record<string, RegExp | readonly string[]>>;
  /** Query parameters that the page reads. All others are dropped. */
  params?: Readonly<Record<string, ParamLimit>>;
  /** `noindex`: search engines must not list it. `disallow`: they must not fetch it or anything below it, either. */
  robots?: 'noindex' | 'disallow';
  /**
   * A page for reading: complete without scripts, and the same for everybody except for the account in masthead and
   * footer.
   */
  reading?: true;
  /** A page around one form, hydrated when the user turns to it, as on a page for reading. */
  form?: true;
  /** Position among the sitemap's pages, from 1; not listed by default. */
  sitemap?: number;
  /** Returns the path to redirect to instead of showing the page, based on the data it has read. */
  redirectTo?: (pageContext: PageContext) => string | undefined;
  /**
   * Anyone who knows the URL may read the page. No other site is sent the URL, the page is stored nowhere, and a header
   * keeps search engines away from it whatever its status.
   */
  secret?: true;
  /** Shown in place of another page; it has no URL of its own. */
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

/** Vike's setting for pages rendered in the browser. In the server's HTML the title is one of the head tags. */
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
      /** Reason for which the error page is shown. */
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
      /** URLs of the scripts that hydration loads once a reader turns to a control, if it waits for that. */
      deferredScripts?: readonly string[];
      /** Paths that could not be read before the page was written; the page shows an error in their places. */
      failedReads?: readonly string[];
      /**
       * The signed-in user, if the server knew the session before it wrote the page: null for a visitor, undefined if
       * unknown.
       */
      session?: PageUser | null | undefined;
      /** The newest published issue: null if there is none, undefined if the server didn't know. */
      newestIssue?: NewestIssue | undefined;
      /** The site, on the server and in the browser. */
      site: {
        /** Brand name. */
        name: string;
        /** Public origin, without a trailing slash. */
        url: string;
        /** IANA time zone of the times that editors see and plan for. */
        timeZone: string;
        /** The journal's first issue; undefined before there is an article. */
        firstIssue?: FirstIssue | undefined;
      };
    }
    interface PageContextServer {
      /** State of the request's reads; on the server only. */
      pageData: {
        /** GETs the API as this visitor. Rejects if there was no response. */
        read: (path: string) => Promise<ApiResponse>;
        /** Created on first use; the server itself doesn't load React. */
        queryCache?: QueryCache;
        /** When the page stops waiting for its lists, as a `performance.now()` time. */
        waitsUntil: number;
        /** Whether this reader waits for everything. */
        whole: boolean;
        /** Whether all data was there before the first byte. */
        complete?: boolean;
        /** Whether the page is sent without part of its main content. */
        lacking?: boolean;
        /** Whether the URL requests something that doesn't exist. */
        refused?: boolean;
      };
    }
  }
}

import type { SessionUser } from '@journal/contracts';
import type { QueryCache } from '@tanstack/react-query';
import type { ApiResponse } from '../data/api-answer.ts';
import type { PageQueries } from '../data/api-query.ts';
import type { PageMeta } from '../head/page-meta.ts';

declare global {
  namespace Vike {
    interface Config {
      /** What the page reads; see `PageQueries`. */
      queries?: (pageContext: PageContext) => PageQueries;
      /** What the page says about itself; gives the title, the description and all other metadata. */
      pageMeta?: (pageContext: PageContext) => PageMeta;
      /** What the page is to people who are signed in: `none` sends them home, `own` is about them and nothing without them. */
      session?: 'none' | 'own';
    }
    interface PageContext {
      /** Why the error page is shown. */
      abortReason?: 'not-found' | 'article-not-found' | 'submission-not-found' | 'unavailable';
      /** The paths that could not be read before the page was written, in whose places it says so. */
      failedReads?: readonly string[];
      /** Who is signed in, as the server knew it before the page was written; null for a visitor, undefined if it did not. */
      session?: SessionUser | null | undefined;
      /** Of the site, on server and in the browser. */
      site: {
        /** The brand. */
        name: string;
        /** Public origin, without a slash at the end. */
        url: string;
        /** Whether an issue is out: there is an article, or was since the server started. */
        published: boolean;
      };
    }
    interface PageContextServer {
      /** The request's reads; on the server only. */
      pageData: {
        /** GETs the API as this visitor; rejects where no answer came. */
        read: (path: string) => Promise<ApiResponse>;
        /** Made by the first who needs it; the server itself loads nothing of React. */
        queryCache?: QueryCache;
        /** Milliseconds that a page waits for its lists before it is sent without them. */
        budget: number;
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

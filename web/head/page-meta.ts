import type { Article, Section } from '@journal/contracts';
import type { PageContext } from 'vike/types';

/** What a page says about itself to browsers, search engines and other sites. */
export type PageMeta = {
  /** Without the brand; undefined where the brand alone is the title. */
  title?: string;
  description?: string;
  /** Has feeds of its own. */
  section?: Section;
  article?: Article;
  /** An error page: it has no address of its own and is not to be found. */
  error?: boolean;
  /** Has its own address, and is not to be found by search engines. */
  unlisted?: boolean;
};

export function pageMetaOf(pageContext: PageContext): PageMeta {
  return pageContext.config.pageMeta?.(pageContext) ?? {};
}

/** The text of `<title>`. */
export function titleOf(pageContext: PageContext): string {
  const { title } = pageMetaOf(pageContext);
  const { name } = pageContext.site;
  return title === undefined
    ? `${name} · Where young voices shape today's conversations`
    : `${title} · ${name}`;
}

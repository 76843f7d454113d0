import { type Article, escapeHtml, type Issue, namesPerson } from '@journal/contracts';
import type { PageContextServer } from 'vike/types';
import { withQuery } from '../data/api.ts';
import { type PageMeta, pageMetaOf, titleOf } from '../data/page-definition.ts';
import { cursorIn, issueCursorIn, latestIn } from '../data/reader.api.ts';
import { searchPath } from '../features/search/search-address.ts';
import { sectionNames } from '../features/section/section-marks.ts';
import { themeColors } from '../ui/theme/theme-script.ts';

export type Site = { name: string; url: string };

/** File name of the picture of a page's cover, relative to the page's address. */
export const coverFile = 'cover.png';
const coverOf = ({ url }: Site, pathname: string) => `${url}${pathname === '/' ? '' : pathname}/${coverFile}`;

/** Title, canonical link, feeds, Open Graph, Twitter and JSON-LD of a page. Vike's own setting adds the description. */
export function headHtmlBegin(pageContext: PageContextServer): string {
  const { site, urlParsed, cspNonce, config } = pageContext;
  const meta = pageMetaOf(pageContext);
  const nonce = cspNonce ? ` nonce="${cspNonce}"` : '';
  const title = `<title>${escapeHtml(titleOf(pageContext))}</title>`;
  const feeds = [feedLinks(site.name, ''), meta.feeds ? feedLinks(meta.feeds.name, meta.feeds.path) : ''];
  if (config.page?.error) return [title, icons, noindex, ...feeds].join('');
  const url = canonicalUrl(site, urlParsed);
  return [
    title,
    icons,
    tag('link', { rel: 'canonical', href: url }),
    config.page?.robots ? noindex : '',
    ...feeds,
    ...openGraph(site, meta, urlParsed.pathname, url),
    tag('meta', { name: 'twitter:card', content: meta.cover ? 'summary_large_image' : 'summary' }),
    ...jsonLd(site, meta, urlParsed.pathname).map(
      (data) => `<script type="application/ld+json"${nonce}>${scriptSafeJson(data)}</script>`,
    ),
  ].join('');
}

/** The page's address without parameters that only affect its display; an older page of a list is a separate page. */
function canonicalUrl(site: Site, { pathname, search }: PageContextServer['urlParsed']): string {
  const after = pathname === '/issues' ? issueCursorIn(search) : cursorIn(search);
  // Home's list of one section has other older pages.
  const section = pathname === '/' && after ? latestIn(search).section : undefined;
  return site.url + withQuery(pathname, { section, after });
}

const noindex = tag('meta', { name: 'robots', content: 'noindex' });
const icons = [
  tag('link', { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  tag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
  ...(['light', 'dark'] as const).map((theme) =>
    tag('meta', {
      name: 'theme-color',
      content: themeColors[theme],
      media: `(prefers-color-scheme: ${theme})`,
    }),
  ),
].join('');

function feedLinks(name: string, path: string): string {
  const feed = (format: 'RSS' | 'Atom', type: string, file: string) =>
    tag('link', { rel: 'alternate', type, title: `${name} (${format})`, href: `${path}/${file}` });
  return feed('RSS', 'application/rss+xml', 'feed.xml') + feed('Atom', 'application/atom+xml', 'atom.xml');
}

function openGraph(site: Site, { title, article, cover }: PageMeta, pathname: string, url: string): string[] {
  const property = (name: string, content: string) => tag('meta', { property: name, content });
  return [
    property('og:site_name', site.name),
    property('og:title', title ?? site.name),
    property('og:locale', 'en_GB'),
    property('og:type', article ? 'article' : 'website'),
    property('og:url', url),
    ...(cover
      ? [
          property('og:image', coverOf(site, pathname)),
          property('og:image:type', 'image/png'),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property('og:image:alt', cover),
        ]
      : []),
    ...(article
      ? [
          property('article:published_time', article.createdAt),
          property('article:section', sectionNames[article.section]),
        ]
      : []),
  ];
}

/** Structured data of a page for search engines. */
function jsonLd(site: Site, { article, issue }: PageMeta, pathname: string): object[] {
  if (article) return [articleData(site, article, issue)];
  if (issue && 'pieces' in issue) return [issueData(site, issue)];
  return pathname === '/' ? [siteData(site)] : [];
}

function siteData({ name, url }: Site): object {
  const organization = `${url}/#organization`;
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${url}${searchPath}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': organization, name, url: `${url}/` },
      {
        '@type': 'WebSite',
        '@id': `${url}/#website`,
        name,
        url: `${url}/`,
        inLanguage: 'en-GB',
        publisher: { '@id': organization },
        potentialAction: search,
      },
    ],
  };
}

/** The article as schema.org data. The writers are young: only their names are included. */
function articleData(site: Site, article: Article, issue: PageMeta['issue']): object {
  const url = `${site.url}/article/${article.id}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline: article.title,
    description: article.excerpt,
    image: coverOf(site, `/article/${article.id}`),
    datePublished: article.createdAt,
    articleSection: sectionNames[article.section],
    inLanguage: 'en-GB',
    isAccessibleForFree: true,
    timeRequired: `PT${article.readTime}M`,
    isPartOf: issue ? partOfIssue(site, issue) : periodical(site),
    ...(namesPerson(article) ? { author: { '@type': 'Person', name: article.authorName } } : {}),
    publisher: { '@type': 'Organization', name: site.name, url: `${site.url}/` },
  };
}

const periodical = ({ name, url }: Site) => ({
  '@type': 'Periodical',
  '@id': `${url}/#periodical`,
  name,
  url: `${url}/`,
});

const partOfIssue = (site: Site, { number, title }: NonNullable<PageMeta['issue']>) => ({
  '@type': 'PublicationIssue',
  '@id': `${site.url}/issues/${number}`,
  issueNumber: number,
  ...(title === null ? {} : { name: title }),
  isPartOf: periodical(site),
});

/** The issue as schema.org data. */
function issueData(site: Site, issue: Issue): object {
  const url = `${site.url}/issues/${issue.number}`;
  const parts = issue.pieces.flatMap(({ article }) => {
    const address = `${site.url}/article/${article?.id}`;
    return article ? { '@type': 'NewsArticle', '@id': address, url: address, headline: article.title } : [];
  });
  return {
    '@context': 'https://schema.org',
    ...partOfIssue(site, issue),
    url,
    datePublished: issue.date,
    image: coverOf(site, `/issues/${issue.number}`),
    inLanguage: 'en-GB',
    isAccessibleForFree: true,
    publisher: { '@type': 'Organization', name: site.name, url: `${site.url}/` },
    hasPart: parts,
  };
}

/** Redirects a browser without scripts to the whole page immediately, because it can't show late parts of a stream. */
export function headHtmlEnd(pageContext: PageContextServer): string {
  if (pageContext.pageData.complete !== false) return '';
  const { pathname, search } = pageContext.urlParsed;
  const query = new URLSearchParams(search);
  query.set('whole', '1');
  return `<noscript>${tag('meta', { 'http-equiv': 'refresh', content: `0; url=${pathname}?${query}` })}</noscript>`;
}

export function tag(name: 'link' | 'meta', attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${written.join('')}>`;
}

/** JSON that is safe inside a script element: nothing in it can end the element or start a comment. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

import { type Article, formerContributor } from '@journal/contracts';
import { searchPath } from '../features/search/search-address.ts';
import { sectionNames } from '../features/section/sections.ts';

export type Site = { name: string; url: string };

export function siteData({ name, url }: Site): object {
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

/** schema.org's view of an article. The writers are young: nothing but the name is given away. */
export function articleData(site: Site, article: Article): object {
  const url = `${site.url}/article/${article.id}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline: article.title,
    description: article.excerpt,
    datePublished: article.createdAt,
    articleSection: sectionNames[article.section],
    inLanguage: 'en-GB',
    isAccessibleForFree: true,
    timeRequired: `PT${article.readTime}M`,
    ...(article.authorName === formerContributor
      ? {}
      : { author: { '@type': 'Person', name: article.authorName } }),
    publisher: { '@type': 'Organization', name: site.name, url: `${site.url}/` },
  };
}

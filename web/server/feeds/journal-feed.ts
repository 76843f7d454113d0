import { type Article, escapeHtml, paragraphs, type Section } from '@journal/contracts';
import { Feed } from 'feed';
import { sectionNames } from '../../features/section/section-marks.ts';
import { sectionTexts } from '../../features/section/sections.ts';
import type { Site } from '../../head/head-tags.ts';

// Atom must name a date; that of an empty feed is the same whichever process writes it.
const beginning = new Date('2026-01-05');

export const feedFormats = {
  rss: { file: 'feed.xml', mediaType: 'application/rss+xml' },
  atom: { file: 'atom.xml', mediaType: 'application/atom+xml' },
} as const;

type FeedOptions = { format: keyof typeof feedFormats; site: Site; section?: Section | undefined };

/**
 * The articles, in the order given, whole, as RSS 2.0 or Atom. The same articles give the same bytes; an entry's id is
 * the article's address.
 */
export function writeFeed(articles: readonly Article[], { format, site, section }: FeedOptions): string {
  const path = section === undefined ? '' : `/${section}`;
  const newest = articles[0];
  const feed = new Feed({
    id: `${site.url}${path || '/'}`,
    title: xmlText(section === undefined ? site.name : `${sectionNames[section]} · ${site.name}`),
    description:
      section === undefined
        ? "Where young voices shape today's conversations."
        : sectionTexts[section].description,
    link: `${site.url}${path || '/'}`,
    feed: `${site.url}${path}/${feedFormats[format].file}`,
    language: 'en-GB',
    updated: newest === undefined ? beginning : new Date(newest.createdAt),
    generator: false,
  });
  for (const article of articles) {
    const author = byline(article);
    feed.addItem({
      title: textToHtml(article.title),
      link: `${site.url}/article/${article.id}`,
      description: textToHtml(article.excerpt),
      content: contentToHtml(article.content),
      date: new Date(article.createdAt),
      published: new Date(article.createdAt),
      category: [{ name: sectionNames[article.section], term: article.section }],
      // An RSS author must be an e-mail address; a name has its own element.
      ...(format === 'atom'
        ? { author: [{ name: author }] }
        : { extensions: [{ name: 'dc:creator', objects: { _text: author } }] }),
    });
  }
  return format === 'atom' ? feed.atom1() : feed.rss2();
}

function byline({ authorName, authorAge }: Article): string {
  return xmlText(authorAge === null ? authorName : `${authorName}, ${authorAge}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as XML 1.0 can hold it: what can't stand in a document at all is left out. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notXml, '');
}

/** Plain text as HTML that shows the same text. */
function textToHtml(text: string): string {
  return escapeHtml(xmlText(text));
}

/** An article's content as HTML: a paragraph between blank lines, a break at each single line's end. */
export function contentToHtml(content: string): string {
  return paragraphs(content)
    .map((paragraph) => `<p>${textToHtml(paragraph).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}
